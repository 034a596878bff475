import type { Table } from "../../api/shapes.js";

const MOST = 4;

/** A few questions that the tables can answer. */
export function questionsFor(tables: readonly Table[]): string[] {
  return [...tables]
    .sort((a, b) => b.rows - a.rows)
    .flatMap(({ columns }) => {
      const [first, second] = columns.filter(({ type }) => type === "number").map(({ name }) => name);
      const text = columns.find(({ type }) => type === "text")?.name;
      return [
        ...(first === undefined ? [] : [`What was my average ${first}?`]),
        ...(second === undefined ? [] : [`On which day was ${second} highest?`]),
        ...(first === undefined || text === undefined ? [] : [`What is the average ${first} for each ${text}?`]),
      ];
    })
    .slice(0, MOST);
}
