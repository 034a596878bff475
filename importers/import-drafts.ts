import { MnemaError } from "../core/errors.js";
import type { Session } from "../core/history.js";
import type { Claims } from "./claims.js";
import type { DraftHistory, ImportOptions, ImportSink, Warn } from "./contract.js";
import { finishSession, nameSessions, type ResolvePicture } from "./finish.js";
import { resolvePicture } from "./pictures.js";
import type { PictureFiles } from "./tree.js";
import { collectWarnings } from "./warnings.js";

/** Where drafts come from. */
export interface DraftSource {
  /** For people. */
  readonly file: string;
  /** Where relative paths of pictures start. */
  readonly way: string;
  readonly pictures: PictureFiles;
  /** What a history is called that has no id of its own. */
  readonly name: string;
  drafts(warn: Warn): AsyncIterable<DraftHistory> | Iterable<DraftHistory>;
}

/** Gives the histories of a source to the sink, one after another; their number. INVALID_INPUT for one that holds none. */
export async function importDrafts(
  source: DraftSource,
  claims: Claims,
  { fetchPicture }: ImportOptions,
  sink: ImportSink,
): Promise<number> {
  const { warn, list } = collectWarnings(source.file);
  const resolve: ResolvePicture = async (draft, place) => {
    const picture = await resolvePicture(draft, place, { files: source.pictures, way: source.way, fetchPicture }, sink.picture);
    if (picture.state !== "stored" && (draft.source !== null || draft.named !== undefined))
      warn("picture-not-stored", `A picture is recorded as ${picture.state}; its round says why.`, picture.id);
    return picture;
  };
  let histories = 0;
  for await (const draft of source.drafts(warn)) {
    const id = draft.id ?? source.name;
    const named = nameSessions(draft, warn);
    if (named.length === 0) continue;
    histories += 1;
    const sessions: Session[] = [];
    for (const session of named) {
      const claimed = claims.claim(id, session, source.file, warn);
      if (claimed !== null) sessions.push(await finishSession(claimed, id, resolve, warn));
    }
    if (sessions.length > 0) await sink.history({ id, sessions });
  }
  for (const warning of list()) sink.warning(warning);
  if (histories === 0)
    throw new MnemaError("INVALID_INPUT", `${source.file} holds no rounds: there is nothing to import.`, { place: source.file });
  return histories;
}
