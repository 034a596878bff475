// Shows every question with its path. Whatever stands in the data is text: nothing of it becomes markup.
(async () => {
  const SHOWN = 100;
  const place = document.getElementById("questions");
  const bytes = Uint8Array.from(atob(document.getElementById("data").textContent), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const all = JSON.parse(await new Response(stream).text());

  const element = (tag, text, className) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (className !== undefined) made.className = className;
    return made;
  };
  const block = (title, ...children) => {
    const made = element("details");
    made.append(element("summary", title), ...children);
    return made;
  };
  const pre = (value) => element("pre", typeof value === "string" ? value : JSON.stringify(value, null, 1));
  const percent = (share) => (100 * share).toFixed(1);
  const scoresText = (scores) =>
    Object.entries(scores)
      .filter(([name]) => !name.includes("@"))
      .map(([name, score]) => `${name} ${percent(score)}`)
      .join(" · ");

  const select = (label, values) => {
    const wrap = element("label", `${label} `);
    const made = element("select");
    made.append(...["", ...values].map((value) => Object.assign(element("option", value === "" ? "all" : value), { value })));
    wrap.append(made);
    form.append(wrap);
    made.addEventListener("change", show);
    return made;
  };
  const unique = (pick) => [...new Set(all.map(pick))].filter((value) => value !== "").sort();
  const form = element("form");
  const list = element("div");
  list.id = "list";
  form.addEventListener("submit", (event) => event.preventDefault());
  const suite = select(
    "suite",
    unique(({ result }) => result.suite),
  );
  const subject = select(
    "system",
    unique(({ result }) => result.subject),
  );
  const point = select(
    "kind",
    unique(({ result }) => result.point),
  );
  const below = select(
    "not full on",
    unique(({ result }) => Object.keys(result.scores)[0] ?? "")
      .concat(["em", "f1", "recall", "judge", "tool", "strict", "abstention"])
      .filter((name, at, names) => names.indexOf(name) === at),
  );
  const words = Object.assign(element("input"), { type: "search", placeholder: "words in the question or answer" });
  words.addEventListener("input", show);
  form.append(words);
  place.append(form, list);
  let limit = SHOWN;

  function show(event) {
    if (event !== undefined) limit = SHOWN;
    const wanted = words.value.toLowerCase();
    const found = all.filter(
      ({ result, told }) =>
        (suite.value === "" || result.suite === suite.value) &&
        (subject.value === "" || result.subject === subject.value) &&
        (point.value === "" || result.point === point.value) &&
        (below.value === "" || (result.scores[below.value] ?? 1) < 1) &&
        (wanted === "" || `${told.question} ${told.asked.answer}`.toLowerCase().includes(wanted)),
    );
    list.replaceChildren(element("p", `${found.length} answers`, "muted"), ...found.slice(0, limit).map(question));
    if (found.length > limit) {
      const more = element("button", "more");
      more.addEventListener("click", () => {
        limit += SHOWN;
        show();
      });
      list.append(more);
    }
  }

  function question({ result, told }) {
    const made = element("details", undefined, "question");
    const head = element("summary");
    head.append(
      element("strong", told.question),
      element("div", `${result.suite} / ${result.part} / ${result.id} · ${result.subject} · ${scoresText(result.scores)}`, "muted"),
    );
    made.append(head);
    made.addEventListener("toggle", () => made.childElementCount === 1 && made.append(...path(result, told)));
    return made;
  }

  function path(result, told) {
    const { asked } = told;
    const { trace } = asked;
    const clues = new Set(told.clues);
    const evidence = (trace?.evidence ?? asked.evidence).map((unit) => {
      const made = pre(`${unit.rounds.join(", ")}${unit.kind === undefined ? "" : ` (${unit.kind})`}\n${unit.text}`);
      if (unit.rounds.some((round) => clues.has(round))) made.className = "clue";
      return made;
    });
    const parts = [
      element("p", `Right: ${told.golds.join(" or ") || "memory does not hold it"}`),
      element("p", `Said: ${asked.answer}${asked.items.length === 0 ? "" : ` [${asked.items.join(", ")}]`}`),
    ];
    if (result.error !== null) parts.push(element("p", `Failed: ${result.error}`));
    if (result.wrongKey) parts.push(element("p", "The published key is known to be wrong."));
    parts.push(
      element(
        "p",
        `${Math.round(result.ms)} ms · ${Object.entries(result.phases)
          .map(([phase, cost]) => `${phase} ${cost.ms.toFixed(1)} ms, ${cost.input + cost.output} tokens`)
          .join(" · ")}`,
        "muted",
      ),
    );
    if (told.expected !== null) parts.push(block("expected path", pre(told.expected.paths)));
    if (trace !== undefined) {
      const { candidates, plan, calls, decisions, nodes } = trace;
      parts.push(
        block(
          `context: ${candidates.tables.length} tables, ${candidates.episodes.length} episodes, asked on ${trace.now}`,
          ...candidates.tables.map((table) => pre(`${table.name}: ${table.columns.join(", ")}`)),
          ...candidates.episodes.map(pre),
        ),
        block(`plan: ${plan.map(({ tool }) => tool).join(" → ")}`, ...plan.map(({ goal, tool }) => pre(`${tool}: ${goal}`))),
        ...calls.map(({ tool, goal, arguments: args, result: given, error }, at) =>
          block(
            `call ${at + 1}: ${tool}${error === null ? "" : `, failed (${error.code})`}`,
            element("p", goal),
            pre(args),
            pre(error ?? given),
          ),
        ),
        block(
          `decisions: ${decisions.length}`,
          ...decisions.map((decision) =>
            pre(
              `${decision.name} v${decision.version}, ${decision.model}: ${decision.tokens.input} + ${decision.tokens.output} tokens (${decision.tokens.images} of pictures), ${decision.attempts} attempts, ${decision.ms.toFixed(1)} ms${decision.error === null ? "" : `, ${decision.error}`}`,
            ),
          ),
        ),
        block("nodes", pre(nodes.map(({ node, ms }) => `${node} ${ms.toFixed(1)} ms`).join("\n"))),
      );
    }
    parts.push(block(`evidence: ${evidence.length} units, clues ${told.clues.join(", ") || "none"}`, ...evidence));
    const others = all.filter(
      (other) =>
        other.result !== result &&
        other.result.suite === result.suite &&
        other.result.part === result.part &&
        other.result.id === result.id,
    );
    if (others.length > 0)
      parts.push(
        block(
          `other answers: ${others.length}`,
          ...others.map((other) =>
            pre(`${other.result.subject}, run ${other.result.run + 1}: ${other.told.asked.answer}\n${scoresText(other.result.scores)}`),
          ),
        ),
      );
    return parts;
  }

  show();
})();
