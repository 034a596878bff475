const PATHS = {
  ask: "M4 5h16v11H9l-5 4z",
  tables: "M4 5h16v14H4zM4 10h16M10 10v9",
  timeline: "M4 6h7M8 12h9M13 18h7",
  rounds: "M5 6h14M5 12h14M5 18h9",
  rules: "M5 4h14v16H5zM8.5 9l1.5 1.5L12.5 8M8.5 15l1.5 1.5 2.5-2.5M15 9.5h1M15 15.5h1",
  programs: "M12 4v6M6 20v-5h12v5M12 10v5M10 4h4M4 20h4M16 20h4",
  add: "M12 16V4m0 0L7.5 8.5M12 4l4.5 4.5M4 15v5h16v-5",
  cost: "M5 20V11M12 20V4M19 20v-6",
  care: "M12 3l7.5 3v5.5c0 4.5-3 7.7-7.5 9.5-4.5-1.8-7.5-5-7.5-9.5V6z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  close: "M6 6l12 12M18 6L6 18",
  send: "M12 20V5m0 0l-6 6m6-6l6 6",
  stop: "M7 7h10v10H7z",
  back: "M15 5l-7 7 7 7",
  open: "M9 6l6 6-6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  warn: "M12 4l9 16H3zM12 10v4.5M12 17.3v.01",
  trash: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  download: "M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M4 19h16",
  filter: "M4 6h16l-6.5 7.5V19l-3-1.5v-4z",
  key: "M14.5 9.5a4.5 4.5 0 1 1-2-3.7M11 12.5L20 21.5M16.5 18l2-2",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
} as const;

export type IconName = keyof typeof PATHS;

/** A line drawing beside a word; it says nothing on its own. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
