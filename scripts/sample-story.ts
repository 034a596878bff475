/**
 * The content of the demo's sample history: eight weeks in which Nora tells an assistant how she slept and moved, how far
 * she ran, and what else happened. All of it is invented.
 */

/** One evening's numbers; blood glucose is known from 9 February on. */
export interface Day {
  readonly date: string;
  /** Hours. */
  readonly sleep: number;
  /** Beats a minute. */
  readonly pulse: number;
  readonly steps: number;
  /** mmol/L. */
  readonly glucose?: number;
}

/** One run. */
export interface Run {
  readonly date: string;
  readonly route: string;
  /** Kilometres. */
  readonly distance: number;
  /** Minutes. */
  readonly duration: number;
}

/** How numbers are told: a list, a sentence, a line, or a picture of the dashboard. */
export type Manner = "list" | "sentence" | "line" | "picture";

export type StoryRound =
  | { readonly time: string; readonly day: Day; readonly as: Manner; readonly words?: string; readonly reply: string }
  | { readonly time: string; readonly run: Run; readonly as: Manner; readonly words?: string; readonly reply: string }
  | { readonly time: string; readonly user: string; readonly reply: string };

export interface StorySession {
  readonly id: string;
  readonly rounds: readonly StoryRound[];
}

const day = (
  time: string,
  as: Manner,
  sleep: number,
  pulse: number,
  steps: number,
  glucose: number | null,
  reply: string,
  words?: string,
): StoryRound => ({
  time,
  as,
  reply,
  day: { date: time.slice(0, 10), sleep, pulse, steps, ...(glucose === null ? {} : { glucose }) },
  ...(words === undefined ? {} : { words }),
});
const run = (time: string, as: Manner, route: string, distance: number, duration: number, reply: string, words?: string): StoryRound => ({
  time,
  as,
  reply,
  run: { date: time.slice(0, 10), route, distance, duration },
  ...(words === undefined ? {} : { words }),
});
const chat = (time: string, user: string, reply: string): StoryRound => ({ time, user, reply });

export const STORY: readonly StorySession[] = [
  {
    id: "S1",
    rounds: [
      chat(
        "2026-02-02T20:50",
        "Hi! I bought a watch that counts my sleep and my steps. I want to tell you the numbers every evening for a while. Will you keep them?",
        "Gladly. Tell me whatever the watch shows, in any form, and I will keep it.",
      ),
      day("2026-02-02T21:05", "list", 6.4, 61, 7320, null, "Noted, that is the first one."),
      day("2026-02-03T21:30", "line", 7.0, 60, 8105, null, "Thank you, saved."),
      run("2026-02-03T21:34", "list", "canal path", 4.2, 27, "A good start to the season."),
      day("2026-02-04T22:10", "sentence", 5.9, 62, 4980, null, "A short night. I have written it down."),
      chat(
        "2026-02-04T22:15",
        "It was the piano upstairs. My neighbour Henrik practises until eleven, always the same waltz.",
        "Perhaps a note under his door, with your favourite time for a waltz?",
      ),
    ],
  },
  {
    id: "S2",
    rounds: [
      day(
        "2026-02-05T21:20",
        "picture",
        7.3,
        59,
        9240,
        null,
        "Got it, read from the picture.",
        "Easier this way, here is the evening report from the app.",
      ),
      day("2026-02-06T21:45", "line", 6.8, 60, 6410, null, "Saved."),
      chat(
        "2026-02-06T21:52",
        "I wrote that note to Henrik. He came down, said sorry and brought a jar of plum jam. He will stop at nine from now on.",
        "What a neighbourly ending. Enjoy the jam!",
      ),
      run("2026-02-07T11:10", "line", "castle park", 5.0, 33, "Five kilometres on a Saturday, well done."),
      chat(
        "2026-02-08T17:30",
        "Big news: I adopted a cat from the shelter in Brunnthal today. She is a grey tabby, three years old, and very shy.",
        "Congratulations! Does she have a name yet?",
      ),
      chat(
        "2026-02-08T17:36",
        "The shelter called her Number Nine. I named her Biscuit, because she stole one from my bag in the car.",
        "Biscuit it is. Shy cats like a quiet corner for the first days.",
      ),
    ],
  },
  {
    id: "S3",
    rounds: [
      day(
        "2026-02-09T21:15",
        "list",
        7.1,
        60,
        8860,
        5.6,
        "Noted. I see blood glucose is new.",
        "My doctor gave me a glucose sensor for a few weeks, so there is one more number now.",
      ),
      day("2026-02-10T21:40", "picture", 6.2, 62, 5470, 5.9, "Read and saved."),
      day("2026-02-11T22:00", "line", 7.6, 58, 10120, 5.4, "More than ten thousand steps, noted."),
      run("2026-02-11T22:04", "line", "canal path", 4.2, 26, "A minute faster than last week."),
      day("2026-02-12T21:25", "sentence", 6.9, 60, 7735, 5.7, "Saved, thank you."),
      chat(
        "2026-02-12T21:31",
        "Book club picked The Cartographer's Orchard for March. Tomas chose it, and he brings the cake as a punishment if nobody likes it.",
        "A fair rule. I hope the cake is good either way.",
      ),
      day("2026-02-13T21:50", "picture", 6.5, 61, 6950, 5.8, "Got it from the picture."),
      run("2026-02-14T10:45", "list", "hill loop", 6.1, 42, "The hill loop is a serious one."),
      chat(
        "2026-02-14T10:52",
        "Biscuit sat on the window sill and watched me come back. She even purred. First time!",
        "She has decided to stay, it seems.",
      ),
    ],
  },
  {
    id: "S4",
    rounds: [
      day("2026-02-16T21:10", "line", 7.4, 59, 9015, 5.5, "Saved."),
      day("2026-02-17T22:20", "list", 6.1, 62, 5260, 6.0, "Noted. Not your best night."),
      chat(
        "2026-02-17T22:26",
        "My left knee hurts since the hill loop. I have an appointment with Dr. Amrani, the physiotherapist, next Thursday.",
        "Good that it is booked. No hills until then, perhaps.",
      ),
      day("2026-02-18T21:35", "picture", 7.0, 60, 8430, 5.6, "Read and saved."),
      day("2026-02-19T21:00", "sentence", 7.8, 58, 7125, 5.3, "A long night before the journey, noted."),
      chat(
        "2026-02-19T21:08",
        "Tomorrow I fly to Porto with my sister Jule, until Monday. Tomas will feed Biscuit.",
        "Have a lovely trip, both of you. I will be here with the numbers when you return.",
      ),
    ],
  },
  {
    id: "S5",
    rounds: [
      chat(
        "2026-02-24T20:15",
        "Back from Porto! Jule and I crossed the bridge on foot at sunset and ate far too many custard tarts.",
        "It sounds like a trip to remember. What was the best of it?",
      ),
      chat(
        "2026-02-24T20:22",
        "The old tram along the river. Jule left her green umbrella on it, and the driver ran after us to bring it back.",
        "A driver with a heart. And the umbrella saw a little more of the city.",
      ),
      day("2026-02-24T20:40", "line", 8.1, 57, 6240, 5.5, "The longest night so far, saved."),
      day("2026-02-25T21:30", "list", 7.2, 59, 8975, 5.6, "Noted."),
      day("2026-02-26T21:45", "picture", 6.6, 61, 7580, 5.9, "Saved from the picture."),
      chat(
        "2026-02-26T21:50",
        "Dr. Amrani says the knee is only overworked. Ten minutes of stretching a day, and no hills for a week.",
        "A mild sentence. I can ask you about the stretching now and then.",
      ),
      day("2026-02-27T21:20", "sentence", 7.5, 58, 9690, 5.4, "Saved, a good day."),
      run("2026-02-28T10:30", "line", "castle park", 5.0, 32, "Flat and steady, as ordered."),
    ],
  },
  {
    id: "S6",
    rounds: [
      day("2026-03-02T21:15", "list", 7.3, 58, 9310, 5.4, "March begins well, noted."),
      day("2026-03-03T21:40", "picture", 7.7, 57, 10480, 5.2, "Read and saved."),
      chat(
        "2026-03-03T21:47",
        "I signed the contract today! From 16 March I work for Radlhaus, the bike share company. I will plan where the stations go.",
        "Congratulations on the new job! Stations are a kind of map making, after all.",
      ),
      day("2026-03-04T22:05", "line", 6.9, 59, 8220, 5.6, "Saved."),
      run("2026-03-04T22:09", "list", "canal path", 4.2, 25, "Your fastest on the canal path."),
      day("2026-03-05T21:25", "sentence", 7.1, 58, 9775, 5.4, "Noted, thank you."),
      day("2026-03-06T21:55", "picture", 7.4, 57, 8640, 5.3, "Got it from the picture."),
      run("2026-03-07T11:20", "line", "hill loop", 6.1, 40, "The hills again, and the knee said nothing?"),
      chat(
        "2026-03-07T11:26",
        "Not a word from the knee. I brought cake to Henrik afterwards, he turned seventy today.",
        "Happy birthday to Henrik! Did he play the waltz?",
      ),
    ],
  },
  {
    id: "S7",
    rounds: [
      day("2026-03-09T21:10", "line", 7.9, 57, 10890, 5.2, "A very good day, saved."),
      day("2026-03-10T21:35", "list", 7.0, 58, 8515, 5.5, "Noted."),
      day("2026-03-11T22:15", "picture", 6.7, 63, 6105, 5.8, "Saved. Are you getting a cold?", "Not a good one today."),
      chat(
        "2026-03-11T22:20",
        "Maybe. Half the archive is coughing. My last day there is Friday and I want to say goodbye to everyone.",
        "Tea, an early night, and a loud farewell on Friday.",
      ),
      run("2026-03-12T20:10", "line", "canal path", 4.2, 25, "Steady, even with a cold coming."),
      day("2026-03-12T21:30", "sentence", 7.2, 59, 7960, 5.5, "Saved."),
      day("2026-03-13T22:40", "line", 7.5, 58, 9430, 5.3, "Noted."),
      chat(
        "2026-03-13T22:46",
        "They gave me a framed tram map from 1931 as a farewell present. Old Mrs. Okafor from the reading room cried, and then I did too.",
        "Nine years of maps end with a map. That is a beautiful present.",
      ),
    ],
  },
  {
    id: "S8",
    rounds: [
      run(
        "2026-03-15T12:05",
        "picture",
        "lake round",
        8.3,
        54,
        "Eight kilometres, the longest so far!",
        "A new route today, here is the run from the watch.",
      ),
      day("2026-03-16T22:00", "list", 5.8, 61, 12340, 5.7, "Little sleep and many steps, noted."),
      chat(
        "2026-03-16T22:07",
        "First day at Radlhaus. I was too excited to sleep. My desk is next to Ivo, who repairs a different bike every lunch break.",
        "A good neighbour for lunch. How was the first task?",
      ),
      chat(
        "2026-03-16T22:12",
        "We walked to fourteen stations and counted free places. My new boss, Salma, knows every kerb in town.",
        "That explains the steps.",
      ),
      day("2026-03-17T21:45", "picture", 6.9, 60, 9870, 5.6, "Read and saved."),
      day("2026-03-18T21:20", "line", 7.3, 58, 10260, 5.4, "Saved."),
    ],
  },
  {
    id: "S9",
    rounds: [
      day("2026-03-19T21:15", "sentence", 7.6, 57, 9545, 5.3, "Noted."),
      chat(
        "2026-03-19T21:22",
        "Book club was tonight. Everybody loved The Cartographer's Orchard, so Tomas was excused, but he had baked a lemon cake anyway.",
        "The best of both outcomes.",
      ),
      day(
        "2026-03-20T22:10",
        "picture",
        7.1,
        58,
        13150,
        5.4,
        "A new record for steps, saved.",
        "Salma took us to the far end of the tram line today.",
      ),
      run("2026-03-21T10:25", "list", "castle park", 5.0, 30, "Three minutes faster than in February."),
      chat(
        "2026-03-21T10:33",
        "Biscuit caught her first mouse and put it into my running shoe. I noticed only with my foot.",
        "A gift from the heart, and a lesson about looking first.",
      ),
      chat(
        "2026-03-22T18:40",
        "Jule visited for the weekend and brought me a small print of the Porto bridge. It hangs beside the tram map now.",
        "Your wall is becoming a city of its own.",
      ),
    ],
  },
  {
    id: "S10",
    rounds: [
      day("2026-03-23T21:05", "line", 8.0, 56, 8790, 5.1, "Rested, by the look of it. Saved."),
      day("2026-03-24T21:30", "picture", 7.4, 57, 10035, 5.3, "Got it from the picture."),
      day("2026-03-25T21:50", "list", 7.2, 57, 9925, 5.4, "Noted."),
      run("2026-03-25T21:54", "line", "canal path", 4.2, 24, "Another best on the canal path."),
      day("2026-03-26T21:25", "sentence", 7.7, 56, 9360, 5.2, "Saved."),
      chat(
        "2026-03-26T21:31",
        "The doctor looked at the glucose numbers and is content. I can give the sensor back next week.",
        "Very good news. I have kept every one of them.",
      ),
      run("2026-03-28T11:40", "list", "lake round", 8.3, 51, "Three minutes off the lake round. What a spring!"),
      chat(
        "2026-03-28T11:48",
        "I signed up for the city half marathon on 13 September. Ivo talked me into it, and Jule will cheer at the bridge.",
        "Then we have a goal. I will keep the runs coming along.",
      ),
    ],
  },
];
