/** Rules written by hand for the four planning domains, one for those who act, to see what the offline team makes of them. */
export interface DomainRules {
  /** What a person who knows the domain would say. */
  readonly good: string;
  /** What would do harm. */
  readonly bad: string;
}

/** Said of no domain. */
export const GENERAL = "Never undo the last action, and never repeat an action in the same state.";

export const BY_DOMAIN: Readonly<Record<string, DomainRules>> = {
  "gripper-strips": {
    good: "Never pick up a ball that is already in its goal room, and drop balls only in the goal room.",
    bad: "Always drop a ball after picking it up. Move before picking.",
  },
  "blocksworld-4ops": {
    good: "Stack a block only on the block that the goal names. Never undo the last action.",
    bad: "Always stack a block after unstacking it. Never put down a block.",
  },
  barman: {
    good: "Prefer actions that name objects of the goal. Never empty a shot after filling it.",
    bad: "Leave a container after grasping it. Never fill a shot.",
  },
  tyreworld: {
    good: "Never close the container, and never put away tools. Never undo the last action.",
    bad: "Close the container before fetching. Always put away tools after fetching.",
  },
};
