import { dataUrl, TINY } from "../fixtures/pictures.js";

/** Text that would do something if it were ever taken for HTML. */
export const HOSTILE = '<img src=x onerror="alert(1)"><script>alert(2)</script><b>bold</b>';

/** A history with a table, pictures, small talk and hostile text, a round a day. */
export function greenhouse(days = 8): unknown {
  const readings = Array.from({ length: days }, (_, day) => ({
    id: `g${day + 1}`,
    time: `2025-03-${String(day + 1).padStart(2, "0")}`,
    user: `Readings of the greenhouse:\n- soil temperature: ${10 + day} °C\n- humidity: ${60 - day} %`,
    assistant: "Noted.",
  }));
  const talk = [
    {
      id: "door",
      time: "2025-03-20",
      user: "The greenhouse door is painted red now, look.",
      assistant: "A good colour.",
      pictures: [{ src: dataUrl("image/png", TINY.png), caption: "a red greenhouse door" }],
    },
    { id: "nasty", time: "2025-03-21", user: `Somebody wrote ${HOSTILE} on the fence.`, assistant: HOSTILE },
  ];
  return {
    format: "mnema-history/1",
    id: "greenhouse",
    sessions: [
      { id: "spring", rounds: readings },
      { id: "talk", rounds: talk },
    ],
  };
}
