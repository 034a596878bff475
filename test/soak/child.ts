/** Ingests one file into one memory; says `ready` when it begins. `npm run soak` kills it. */
import { readConfig } from "../../config.js";
import { openMnema } from "../../memory/open.js";

const [folder = "", memory = "", file = ""] = process.argv.slice(2);
const mnema = await openMnema(readConfig({ MNEMA_DATA: folder, MNEMA_ENCODER: "hashing", MNEMA_LOG: "silent" }), {
  visual: null,
  reader: null,
});
process.stdout.write("ready\n");
await mnema.ingest(memory, { paths: [file] });
await mnema.close();
