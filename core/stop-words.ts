/** English function words, and what the words of a question put around what it asks for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "a about all also am an and any are as at be been being but by can could d did didn do does doesn doing don done down during each either for from had has have " +
    "having he her here hers him his how i if in into is isn it its just ll m may me might mine must my neither no nor not of off on or other our ours out over own " +
    "please re s same shall she should so some such t than that the their theirs them then there these they this those to too under up us ve very was wasn we were " +
    "weren what when where whether which while who whom whose why will with won would you your yours following mentioned"
  ).split(" "),
);
