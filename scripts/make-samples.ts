import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { STORY, type Day, type Manner, type Run, type StoryRound } from "./sample-story.js";

/**
 * Writes the demo's sample history into samples/: the history in Mnema's own format with its questions and their right
 * answers, the pictures of the dashboard, and the list of questions that the demo asks. Run it after a change to
 * sample-story.ts; the results are committed.
 */
const SAMPLES = join(import.meta.dirname, "..", "samples");

/** A label and its value, as told and as drawn. */
type Reading = readonly [label: string, value: string];

interface Picture {
  readonly file: string;
  readonly title: string;
  readonly date: string;
  readonly readings: readonly Reading[];
}

const readingsOfDay = ({ sleep, pulse, steps, glucose }: Day): Reading[] => [
  ["sleep", `${sleep.toFixed(1)} h`],
  ["resting heart rate", `${pulse} bpm`],
  ["steps", steps.toLocaleString("en-US")],
  ...(glucose === undefined ? [] : [["blood glucose", `${glucose.toFixed(1)} mmol/L`] as const]),
];

const readingsOfRun = ({ route, distance, duration }: Run): Reading[] => [
  ["distance", `${distance.toFixed(1)} km`],
  ["duration", `${duration} min`],
  ["route", route],
];

/** The same readings in one of three ways of telling them. */
function tell(opening: string, readings: readonly Reading[], as: Exclude<Manner, "picture">): string {
  if (as === "list") return `${opening}:\n${readings.map(([label, value]) => `- ${label}: ${value}`).join("\n")}`;
  if (as === "line") return `${opening}: ${readings.map(([label, value]) => `${label} ${value}`).join(", ")}.`;
  const clauses = readings.map(([label, value]) => `${label} ${label === "steps" ? "were" : "was"} ${value}`);
  return `${opening}. ${capitalised(clauses.slice(0, -1).join(", "))}, and ${clauses.at(-1)}.`;
}

function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

interface SampleRound {
  readonly id: string;
  readonly time: string;
  readonly user: string;
  readonly assistant: string;
  readonly pictures?: readonly { src: string; caption: string }[];
}

/** A round of the story in Mnema's format, and the picture it shows. */
function toRound(id: string, told: StoryRound): { round: SampleRound; picture: Picture | null } {
  const common = { id, time: told.time, assistant: told.reply };
  if ("user" in told) return { round: { ...common, user: told.user }, picture: null };
  const isDay = "day" in told;
  const readings = isDay ? readingsOfDay(told.day) : readingsOfRun(told.run);
  const [opening, title, kind] = isDay ? ["Today's numbers", "Evening report", "report"] : ["Went for a run", "Run finished", "run"];
  if (told.as !== "picture")
    return { round: { ...common, user: [told.words, tell(opening, readings, told.as)].filter(Boolean).join(" ") }, picture: null };
  const date = told.time.slice(0, 10);
  const file = `pictures/${date}-${kind}.png`;
  return {
    round: {
      ...common,
      user: told.words ?? "Today's report from the app.",
      pictures: [{ src: file, caption: "Screenshot of the watch app" }],
    },
    picture: { file, title, date, readings },
  };
}

const WIDTH = 720;
const ROW = 84;
const HEAD = 110;
const COLOURS = ["#5b6ee1", "#d9485f", "#2f9e67", "#e08a1e"];

/** The watch app's screen: a head with title and date, a tinted row with a gauge for each reading. */
function drawScreen({ title, date, readings }: Picture): string {
  const height = HEAD + readings.length * ROW + 24;
  const when = new Date(`${date}T00:00:00Z`).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });
  const rows = readings.map(([label, value], index) => {
    const top = HEAD + index * ROW;
    const colour = COLOURS[index % COLOURS.length];
    const share = 0.35 + ((index * 37 + date.charCodeAt(9) * 11) % 50) / 100;
    return `<rect x="16" y="${top + 8}" width="${WIDTH - 32}" height="${ROW - 8}" rx="10" fill="${colour}" opacity="0.07"/>
  <text x="40" y="${top + 53}" font-size="30" fill="#333">${spaced(capitalised(label))}</text>
  <text x="430" y="${top + 53}" font-size="30" font-weight="bold" fill="#111">${spaced(value)}</text>
  <rect x="40" y="${top + 72}" width="640" height="6" rx="3" fill="#eef0f4"/><rect x="40" y="${top + 72}" width="${Math.round(640 * share)}" height="6" rx="3" fill="${colour}" opacity="0.55"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="DejaVu Sans, Verdana, Arial, sans-serif">
  <rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
  <rect width="${WIDTH}" height="88" fill="#27304a"/>
  <text x="32" y="55" font-size="30" font-weight="bold" fill="#ffffff">${title}</text>
  <text x="${WIDTH - 32}" y="55" font-size="24" fill="#ffffff" text-anchor="end">${when}</text>
  ${rows.join("\n  ")}
</svg>`;
}

/** Wider gaps between words: text recognition joins words that stand close. */
function spaced(text: string): string {
  return text.replaceAll(" ", "\u00A0\u00A0");
}

const average = (of: readonly number[]) => of.reduce((sum, value) => sum + value, 0) / of.length;

const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);

/** Rounded to a thousandth. */
const third = (value: number) => Math.round(value * 1000) / 1000;

/** Questions that the demo asks, with the answers that the story gives. */
function questions(rounds: readonly { id: string; told: StoryRound }[]) {
  const days = rounds.flatMap(({ id, told }) => ("day" in told ? [{ id, ...told.day }] : []));
  const inMonth = (month: string) => days.filter(({ date }) => date.startsWith(month));
  const [february, march] = [inMonth("2026-02"), inMonth("2026-03")];
  const most = days.reduce((best, day) => (day.steps > best.steps ? day : best));
  const glucose = (month: typeof days) => average(month.flatMap((day) => day.glucose ?? []));
  const saying = (words: string) => ids(rounds.filter(({ told }) => "user" in told && told.user.includes(words)));
  const lookedUp = days.filter(({ date }) => date === "2026-03-11");
  return [
    {
      id: "average",
      point: "analytic",
      question: "What was my average sleep in February?",
      answer: `${third(average(february.map(({ sleep }) => sleep)))}`,
      value: third(average(february.map(({ sleep }) => sleep))),
      evidence: ids(february),
    },
    {
      id: "most",
      point: "analytic",
      question: "On which day did I take the most steps?",
      answer: most.date,
      value: null,
      evidence: [most.id],
    },
    {
      id: "compare",
      point: "analytic",
      question: "By how much did my average blood glucose change from February to March?",
      answer: `${third(glucose(march) - glucose(february))}`,
      value: third(glucose(march) - glucose(february)),
      evidence: ids(days.filter((day) => day.glucose !== undefined)),
    },
    {
      id: "picture",
      point: "analytic",
      question: "What was my resting heart rate on 11 March?",
      answer: `${lookedUp[0]?.pulse}`,
      value: lookedUp[0]?.pulse ?? null,
      evidence: ids(lookedUp),
    },
    {
      id: "told",
      point: "retrieval",
      question: "Who is my physiotherapist?",
      answer: "Dr. Amrani",
      evidence: saying("Dr. Amrani"),
    },
    {
      id: "unknown",
      point: "retrieval",
      question: "Which hotel did we stay at in Porto?",
      answer: "The history does not say.",
      evidence: [],
    },
  ];
}

async function makeSamples(): Promise<void> {
  const told = STORY.flatMap(({ id, rounds }) => rounds.map((round, index) => ({ session: id, id: `${id}:${index + 1}`, told: round })));
  const made = told.map(({ session, id, told: round }) => ({ session, ...toRound(id, round) }));
  const asked = questions(told);
  const history = {
    format: "mnema-history/1",
    id: "health-journal",
    sessions: STORY.map(({ id }) => ({ id, rounds: made.filter(({ session }) => session === id).map(({ round }) => round) })),
    questions: asked,
  };
  await rm(join(SAMPLES, "pictures"), { recursive: true, force: true });
  await mkdir(join(SAMPLES, "pictures"), { recursive: true });
  for (const { picture } of made) {
    if (picture !== null)
      await sharp(Buffer.from(drawScreen(picture)))
        .png({ palette: true, colours: 64, compressionLevel: 9 })
        .toFile(join(SAMPLES, picture.file));
  }
  await writeFile(join(SAMPLES, "health-journal.json"), `${JSON.stringify(history, null, 2)}\n`);
  await writeFile(
    join(SAMPLES, "questions.json"),
    `${JSON.stringify(
      asked.map(({ question }) => question),
      null,
      2,
    )}\n`,
  );
}

await makeSamples();
