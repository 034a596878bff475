import { authorization, inMemory, Problem, problemOf, unreachable } from "../../api/client.js";
import type { UploadReply } from "../../api/shapes.js";
import type { Chosen } from "./dropped.js";

/** What the server may be told about the files; empty: it finds out. */
export interface How {
  readonly history: string;
  readonly format: string;
}

/** Sends files under their names. `fetch` cannot tell how far it is, so this is the older way. */
export function upload(
  memory: string,
  files: readonly Chosen[],
  { history, format }: How,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<UploadReply> {
  const form = new FormData();
  if (history !== "") form.append("history", history);
  if (format !== "") form.append("format", format);
  for (const { path, file } of files) form.append("file", file, path);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", inMemory(memory, "sessions"));
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => {
      if (request.status === 202) resolve(JSON.parse(request.responseText) as UploadReply);
      else reject(problemOf(request.status, request.responseText));
    });
    request.addEventListener("error", () => reject(unreachable()));
    request.addEventListener("abort", () => reject(new Problem(0, "STOPPED", "The upload was stopped. Nothing of it was kept.")));
    signal.addEventListener("abort", () => request.abort());
    request.send(form);
  });
}
