/** Word lists for naming tables, general English. In the form that `words` (core/tokens.ts) gives. */
function list(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Nouns for what a table holds, as lead-ins use them, with their plural: the last word of a table's name. The first are preferred. */
export const RECORD_NOUNS: ReadonlyMap<string, string> = new Map(
  (
    "reading readings measurement measurements record records entry entries figure figures report reports result results note notes log logs " +
    "stat stats statistic statistics session sessions visit visits order orders purchase purchases expense expenses observation observations " +
    "sample samples review reviews rating ratings score scores listing listings summary summaries inventory inventories receipt receipts return returns"
  )
    .split(" ")
    .flatMap((word, index, all): [string, string][] =>
      index % 2 === 0
        ? [
            [word, all[index + 1] ?? word],
            [all[index + 1] ?? word, all[index + 1] ?? word],
          ]
        : [],
    ),
);

/** Words of lead-ins that say how, when or where a record is given, and not what it is of. */
export const FRAMING = list(`
  photo photos picture pictures pic image images screenshot screenshots screen screens capture snapshot scan panel panels card cards display displays page pages sheet sheets
  app apps phone laptop tablet watch device website site browser window widget tile chart charts graph graphs plot table tables list lists form dashboard slip label
  showing shows show shown display displaying displayed reads read reading-out view views viewed see seen look looking looks
  today todays tonight yesterday tomorrow now morning afternoon evening night day days daily week weeks weekly weekend month months monthly year years yearly annual
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december
  date time hour hours minute minutes
  new latest last next first second third another one two three more some few quick full final current recent usual regular same other end start beginning middle
  logging logged log noting noted note recording recorded record adding added add tracking tracked track updating updated update writing wrote written saving saved save
  entering entered enter keeping keep kept putting put filing filed jotting jotted got get getting took take taken taking made make making came come coming went go going gone
  checked check checking measured measuring measure watched watching tried trying finished finish finishing did done sent send sharing shared share posted
  bought buy buying paid pay paying spent spend spending ate eat eating ran drove driving slept cooked cooking read rode riding swam sold sell played went visited brewed said say says tell told
  here heres there just back following below above attached details detail info information data numbers number value values item items thing things stuff
  ive im hi hey hello ok okay thanks thank please done again also as per
`);

/** Words before which a noun stands. */
export const BEFORE_NOUNS = list("a an the this that these those my our your his her their its one another each every");

/** Words after which a wording says where, when or of what larger thing. */
export const PREPOSITIONS = list("of for from in on at by with to after before during about");
