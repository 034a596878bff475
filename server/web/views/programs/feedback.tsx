import type { ProgramFeedback } from "../../api/shapes.js";

/** What was found wrong with a program, with what shows it, and what was suggested. */
export function Feedback({ feedback: { problems, suggestions, relevance } }: { readonly feedback: ProgramFeedback }) {
  return (
    <>
      <div className="columns">
        <div>
          <h3>Problems</h3>
          {problems.length === 0 && <p className="muted">None was found.</p>}
          <ul className="lines">
            {problems.map(({ problem, evidence }, place) => (
              <li key={place}>
                {problem} <span className="muted small-text said">{evidence}</span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>Suggestions</h3>
          <ol className="lines">
            {suggestions.map(({ aspect, change, why, priority }, place) => (
              <li key={place}>
                <span className="tag">{aspect}</span> {change}{" "}
                <span className="muted small-text">
                  {why} · priority {priority}
                </span>
              </li>
            ))}
          </ol>
        </div>
      </div>
      {relevance.length > 0 && (
        <details>
          <summary>What memory was to each task</summary>
          <ul className="lines">
            {relevance.map(({ task, label, why }, place) => (
              <li key={place}>
                <span className="tag">{label}</span> {task} <span className="muted small-text">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
