import { z } from "zod";
import { storedText } from "../core/stored-text.js";
import type { DraftPicture, DraftRound, Importer, SourceDocument, Warn } from "./contract.js";
import { isRecord } from "./json-values.js";
import { sourceTime } from "./source-time.js";
import { placeText, SourceId, SourceText, SourceTexts, validate } from "./validate.js";

const MemGalleryRound = z.object({
  round: SourceId,
  time: z.unknown().optional(),
  user: z.string().nullish(),
  assistant: z.string().nullish(),
  image_id: SourceTexts,
  input_image: SourceTexts,
  image_caption: SourceTexts,
});

const MemGalleryFile = z.object({
  id: SourceId,
  character_profile: z.object({ name: SourceText }).nullish(),
  multi_session_dialogues: z.array(z.object({ session_id: SourceId, date: z.unknown().optional(), dialogues: z.array(MemGalleryRound) })),
});

/** MemGallery conversations: dated sessions of rounds, pictures shown by the user, who bears the profile's name. */
export const memGallery: Importer = {
  format: "mem-gallery",
  knownBy: "an object with `multi_session_dialogues`",
  detect: (value) => isRecord(value) && Array.isArray(value["multi_session_dialogues"]),

  read: (document: SourceDocument, warn: Warn) => {
    const { id, character_profile, multi_session_dialogues } = validate(MemGalleryFile, document.value, document);
    const speaker = character_profile?.name ?? null;
    const sessions = multi_session_dialogues.map(({ session_id, date, dialogues }, s) => {
      const at = ["multi_session_dialogues", s];
      const rounds = dialogues.map((round, r): DraftRound => {
        const time = sourceTime(round.time, warn, placeText([...at, "dialogues", r, "time"]));
        return { id: round.round, time, turns: turnsOf(round, speaker) };
      });
      return { id: session_id, time: sourceTime(date, warn, placeText([...at, "date"])), rounds };
    });
    return [{ id, sessions }];
  },
};

function turnsOf({ user, assistant, ...shown }: z.infer<typeof MemGalleryRound>, speaker: string | null): DraftRound["turns"] {
  const common = { id: null, time: null };
  const pictures = picturesOf(shown);
  const turns: DraftRound["turns"][number][] = [];
  const replied = typeof assistant === "string";
  if (typeof user === "string" || pictures.length > 0 || !replied)
    turns.push({ ...common, role: "user", speaker, text: storedText(user ?? ""), pictures });
  if (replied) turns.push({ ...common, role: "assistant", speaker: null, text: storedText(assistant), pictures: [] });
  return turns;
}

/** Ids, files and captions are parallel lists. */
function picturesOf({
  image_id,
  input_image,
  image_caption,
}: Pick<z.infer<typeof MemGalleryRound>, "image_id" | "input_image" | "image_caption">): DraftPicture[] {
  return Array.from({ length: Math.max(image_id.length, input_image.length, image_caption.length) }, (_, index) => ({
    id: image_id[index] ?? null,
    caption: image_caption[index] ?? null,
    source: input_image[index] ?? null,
    note: null,
  }));
}
