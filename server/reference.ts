/** A page of all operations, from the OpenAPI document: plain HTML, so that it works offline and under any policy. */
export function referencePage(document: Record<string, unknown>): string {
  const paths = document["paths"] as Record<string, Record<string, Operation>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ""))];
  const sections = tags.map((tag) => {
    const own = operations.filter(({ operation }) => operation.tags[0] === tag);
    return `<h2 id="${escape(tag)}">${escape(tag)}</h2>${own.map(article).join("")}`;
  });
  const links = tags.map((tag) => `<a href="#${escape(tag)}">${escape(tag)}</a>`).join(" · ");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mnema over HTTP</title><style>${STYLE}</style></head><body><main><h1>Mnema over HTTP</h1>
<p>The same as a document for programs: <a href="/openapi.json">openapi.json</a>.</p><nav>${links}</nav>${sections.join("")}</main></body></html>`;
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters?: readonly { name: string; in: string; required: boolean; description?: string; schema: unknown }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema?: unknown }>> };
  readonly responses: Readonly<Record<string, { description?: string; content?: Readonly<Record<string, { schema?: unknown }>> }>>;
}

function article({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const parameters = (operation.parameters ?? []).map(
    ({ name, in: place, required, description }) =>
      `<tr><td><code>${escape(name)}</code></td><td>${place}${required ? ", required" : ""}</td><td>${escape(description ?? "")}</td></tr>`,
  );
  const replies = Object.entries(operation.responses)
    .filter(([status]) => status !== "default")
    .map(
      ([status, { description = "", content }]) =>
        `<p><b>${status}</b> ${escape(description)}</p>${content === undefined ? "" : bodies(content)}`,
    );
  return `<article><h3><code>${method.toUpperCase()} ${escape(path)}</code></h3><p>${escape(operation.summary)}</p>
${parameters.length === 0 ? "" : `<table>${parameters.join("")}</table>`}
${operation.requestBody === undefined ? "" : `<p><b>Body</b></p>${bodies(operation.requestBody.content)}`}${replies.join("")}</article>`;
}

function bodies(content: Readonly<Record<string, { schema?: unknown }>>): string {
  return Object.entries(content)
    .map(([type, { schema }]) =>
      schema === undefined
        ? `<p><code>${escape(type)}</code></p>`
        : `<details><summary><code>${escape(type)}</code></summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>`,
    )
    .join("");
}

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:56rem;margin:auto;padding:1rem}
article{border-top:1px solid #8884;padding:.5rem 0}h3{margin:.5rem 0}table{border-collapse:collapse}td{padding:.2rem .8rem .2rem 0;vertical-align:top}
pre{overflow:auto;background:#8882;padding:.5rem}`;

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
