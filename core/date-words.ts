/** The English names of months and their shortenings, as a pattern: `September`, `sept`. */
export const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";

/** The English names of weekdays, as a pattern. */
export const WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** 1 to 12 for a word that begins as a month's name does; 0 for any other. */
export function monthNamed(word: string): number {
  return MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1;
}
