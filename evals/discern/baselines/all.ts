import { conMem } from "./conmem.js";
import type { Baseline } from "./contract.js";
import { gMemory } from "./g-memory.js";
import { generativeAgents } from "./generative-agents.js";
import { reme } from "./reme.js";
import { simpleMem } from "./simplemem.js";
import { voyager } from "./voyager.js";

/** The memory methods that DiscernMem's table 1 holds it against and that prompts define, in its order. */
export const BASELINES: readonly Baseline[] = [generativeAgents, voyager, gMemory, reme, simpleMem, conMem];
