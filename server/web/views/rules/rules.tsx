import { href } from "../../api/route.js";
import type { ViewProps } from "../view.js";
import { Card } from "./card.js";
import { List } from "./list.js";
import { Pair } from "./pair.js";
import { Report } from "./report.js";

const REPORT = "report";

/** Rules that the roles of a team own: the list, one of them, one of its effects, or the report on the streams. */
export function Rules({ memory, rest: [rule, task] }: ViewProps) {
  if (rule !== undefined && rule !== REPORT)
    return task === undefined ? <Card memory={memory} id={rule} /> : <Pair memory={memory} id={rule} task={task} />;
  const isReport = rule === REPORT;
  return (
    <>
      <h1>Rules</h1>
      <p className="lead">What each role of a team has learned from its tasks, kept only as far as replays show that it helps.</p>
      <nav className="tabs" aria-label="Rules">
        <a href={href(memory, "rules")} aria-current={isReport ? undefined : "page"}>
          Cards
        </a>
        <a href={href(memory, "rules", REPORT)} aria-current={isReport ? "page" : undefined}>
          Report
        </a>
      </nav>
      {isReport ? <Report memory={memory} /> : <List memory={memory} />}
    </>
  );
}
