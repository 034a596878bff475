import type { ComponentType } from "react";
import type { IconName } from "../parts/icon.js";

/** What every view of a memory is given. */
export interface ViewProps {
  readonly memory: string;
  /** What follows the view's name in the address. */
  readonly rest: readonly string[];
  /** What the caller's key may do. */
  readonly access: "read" | "write";
  /** To be called when the memory was changed: what is shown is then loaded anew. */
  readonly changed: () => void;
}

/** One view of a memory. */
export interface View {
  /** In the address. */
  readonly path: string;
  readonly label: string;
  readonly icon: IconName;
  readonly Content: ComponentType<ViewProps>;
  /** Whether a phone shows it in its bar; the others are under More. */
  readonly isMain: boolean;
  /** Hidden from keys that only read. */
  readonly writes?: boolean;
}
