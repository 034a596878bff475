import { ADAMM_DEFAULTS, EVIDENCE_CHARACTERS } from "../../config.js";
import type { EvidenceBudget } from "./contract.js";

/** Mnema's own: ten units (AdaMM Table 5) of so many characters together. */
export const MNEMA_BUDGET: EvidenceBudget = { units: ADAMM_DEFAULTS.evidenceUnits, characters: EVIDENCE_CHARACTERS };
