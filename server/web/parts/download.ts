import { send } from "../api/client.js";

/** Fetches a file with the key and hands it to the browser to keep. */
export async function download(path: string, name: string): Promise<void> {
  const blob = await (await send(path)).blob();
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
