/**
 * The English that the reader of rules knows. Nothing here belongs to a domain: function words, words of polarity and
 * order, verbs of general meaning, and phrases for what can be told of any action in any run.
 */

/** Says that what follows is to be avoided. */
export const NEGATORS: ReadonlySet<string> = new Set(
  "never avoid not don't don’t no stop refrain skip refuse reject veto forbid prevent cannot can't mustn't shouldn't disallow discourage block".split(
    " ",
  ),
);
/** Says that what follows is to be done, with how strongly. */
export const STRENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    always: 1.5,
    must: 1.5,
    only: 1,
    prefer: 1,
    favour: 1,
    favor: 1,
    should: 1,
    prioritize: 1,
    prioritise: 1,
    consider: 0.5,
    may: 0.5,
    sometimes: 0.5,
  }),
);
/** Said before an imperative without changing it. */
export const OPENERS: ReadonlySet<string> = new Set(
  "and but also so then please you agents agent always must should need needs to try make sure be ensure remember carefully immediately next just first finally".split(
    " ",
  ),
);
/** Imperatives of general meaning: they point at what follows and name no action themselves. */
export const GENERAL_VERBS: ReadonlySet<string> = new Set(
  (
    "choose select prefer favour favor prioritize prioritise use keep do work go continue finish start begin focus act perform execute take pick propose suggest " +
    "require want let allow approve accept ask tell direct instruct leave handle address complete consider repeat undo reverse return revisit loop cycle try"
  ).split(" "),
);
/** Verbs of looking before acting. */
export const CHECK_VERBS: ReadonlySet<string> = new Set("check verify confirm inspect examine validate ensure test review".split(" "));
/** Words that carry no meaning for matching. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    "a an the this that these those it its they them their there here which who whose what any some all each every both of in on at to for from by with into onto " +
    "under over as is are was were be been being has have had will would can could do does did and or nor so than very more most out up down off away back " +
    "something anything someone you your we our i my he she his her one ones itself themselves not no only again already just still yet also too such same"
  ).split(" "),
);
/** Begins an explanation, which has no effect. */
export const REASONS: ReadonlySet<string> = new Set("because since otherwise".split(" "));
/** Begins what must hold for the rest to count. */
export const WHENS: ReadonlySet<string> = new Set("when whenever if while where once provided".split(" "));

/**
 * Verbs that an English speaker takes for one another. A word of a rule that is not an action's own verb matches the
 * verbs of its group, half as strongly.
 */
export const VERB_GROUPS: readonly ReadonlySet<string>[] = [
  "pick take grasp grab fetch get lift collect pickup unstack gather hold",
  "drop put place leave release set putdown deposit return put-away stack",
  "move go walk travel drive",
  "check verify confirm inspect examine validate test run review look",
  "submit answer finish deliver hand",
  "open unlock",
  "close shut lock",
].map((group) => new Set(group.split(" ")));

/** What can be told of any action from the run so far. */
export type Feature = "goal" | "elsewhere" | "settled" | "undo" | "repeat" | "no-effect" | "same" | "new" | "passed" | "failed";

const LINK = "(?:the|a|an|its|their|any|each|every|your|stated|open|unmet|missing|remaining|toward|towards|current|in|of|by|for|to)";
const DONE = "(?:satisfied|achieved|reached|met|fulfilled|complete|completed|finished|solved|done|right|correct|in place|placed)";
const THING = "(?:goals?|targets?|subgoals?|conditions?|objects?|items?|things?|parts?|places?|positions?|locations?|facts?|rooms?)";
const ACTIONS = "actions?|steps?|moves?|changes?|choices?|operations?|progress|work|transitions?";
const ACTION = `(?:${ACTIONS})`;

/** Phrases and the feature that they speak of. Words must stand in this order: the same words shuffled say nothing. */
export const FEATURE_PHRASES: readonly (readonly [Feature, RegExp])[] = [
  [
    "settled",
    new RegExp(
      `\\balready (?:\\w+ )?${DONE}\\b|\\b(?:satisfied|achieved|reached|met|fulfilled|completed|finished|solved) (?:\\w+ )?${THING}\\b|\\b(?:is|are) ${DONE}\\b|\\b(?:already|is|are) (?:in|at|on) (?:its|their|the) (?:goal|target|final) \\w+\\b`,
      "g",
    ),
  ],
  [
    "elsewhere",
    new RegExp(
      `\\b(?:outside|away from|other than|off|not in|not on|not at|not of|not named in|unrelated to|not needed for|irrelevant to) (?:of )?${LINK} (?:goal|target|final|task)s?(?: ${THING})?\\b|\\belsewhere\\b|\\banywhere else\\b`,
      "g",
    ),
  ],
  [
    "undo",
    new RegExp(
      `\\b(?:undo|undoing|undoes|reverse|reversing|reverses|revert|reverting|cancel|cancelling|cancels) (?:\\w+ ){0,2}?(?:last|previous|earlier|prior|preceding|recent|own) (?:\\w+ )?${ACTION}\\b|\\b(?:undo|reverse|revert)(?:ing)? (?:what|progress|work)\\b|\\bback and forth\\b|\\bbacktrack(?:ing)?\\b`,
      "g",
    ),
  ],
  [
    "repeat",
    new RegExp(
      `\\b(?:repeat|repeating|redo|redoing) (?:\\w+ ){0,2}?${ACTION}\\b|\\b(?:return|returning|going back|go back|come back) to (?:\\w+ ){0,2}?(?:states?|situations?|observations?|configurations?)\\b|\\brevisit(?:ing)? (?:\\w+ ){0,2}?(?:states?|situations?|observations?)\\b|\\bsame ${ACTION} (?:again|twice)\\b|\\bin (?:loops?|cycles?|circles?)\\b`,
      "g",
    ),
  ],
  [
    "no-effect",
    new RegExp(
      `\\b(?:no|without|has no|had no) (?:\\w+ )?effect\\b|\\bno[- ]ops?\\b|\\bchanges? nothing\\b|\\bchanged nothing\\b|\\b(?:nothing|state|observation) (?:is |was |remains )?(?:changes?|changed|unchanged)\\b`,
      "g",
    ),
  ],
  [
    "failed",
    new RegExp(
      `\\b(?:that|which|it|has|have|had) (?:\\w+ )?(?:fails?|failed|errors?|was refused|was rejected)\\b|\\b(?:failed|failing|refused|rejected|wrong|broken|incorrect) (?:one|${ACTIONS}|candidates?|programs?|variants?|solutions?|tests?|examples?)\\b`,
      "g",
    ),
  ],
  [
    "passed",
    new RegExp(
      `\\b(?:that|which|it|has|have|had) (?:\\w+ )?(?:pass|passes|passed|succeeds?|succeeded|works?|worked)\\b|\\b(?:passing|passed|verified|confirmed|tested) (?:one|candidates?|programs?|variants?|solutions?)\\b`,
      "g",
    ),
  ],
  [
    "goal",
    new RegExp(
      `\\b${LINK} (?:goal|target|objective|task)s?\\b|\\b(?:goal|target|required|needed|wanted|requested|desired) ${THING}\\b`,
      "g",
    ),
  ],
  [
    "new",
    new RegExp(
      `\\b(?:new|untried|unexplored|different|another|other|alternative|fresh) (?:\\w+ )?(?:${ACTIONS}|options?|objects?|items?|approach|candidates?|ones?|things?|way)\\b|\\bnot (?:yet )?(?:been )?(?:tried|explored|tested)\\b`,
      "g",
    ),
  ],
  [
    "same",
    new RegExp(
      `\\b(?:same|one) (?:object|item|thing|part|target|candidate|program|variant)s?\\b|\\bone \\w+ at a time\\b|\\bcontinu(?:e|ing) with\\b`,
      "g",
    ),
  ],
];
