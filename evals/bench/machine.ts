import { cpus, totalmem } from "node:os";

/** The machine in words: nothing that names it. */
export function machineInWords(): string {
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node.split(".")[0]}`;
}
