/** Imports point one way (ARCHITECTURE.md). A layer may use those before it, and itself. */
const LAYERS = [
  ["config\\.ts|core/"],
  ["models/", "stores/", "importers/"],
  ["decisions/", "tools/", "environments/"],
  ["nodes/", "hosts/"],
  ["graphs/"],
  ["memory/"],
  ["library/"],
  ["mcp/"],
  ["server/", "cli/", "evals/", "index\\.ts"],
];

const upward = LAYERS.flatMap((names, level) => {
  const above = LAYERS.slice(level + 1).flat();
  return above.length === 0 ? [] : [{ from: names, to: above }];
}).map(({ from, to }) => ({
  name: `upward-from-${from[0].replace(/\W+/g, "-")}`,
  comment: "Imports point one way: see ARCHITECTURE.md.",
  severity: "error",
  from: { path: `^(${from.join("|")})` },
  to: { path: `^(${to.join("|")})` },
}));

module.exports = {
  forbidden: [
    ...upward,
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "no-tests-in-product", severity: "error", from: { pathNot: "^(test|evals|scripts)/" }, to: { path: "^test/" } },
    {
      name: "core-has-no-io",
      severity: "error",
      from: { path: "^core/" },
      to: { path: "^(fs|node:fs|http|node:http|net|node:net|child_process|node:child_process)" },
    },
    {
      name: "stores-only-behind-their-contract",
      comment: "Nodes, tools and decisions know the port, not an implementation.",
      severity: "error",
      from: { path: "^(nodes|tools|decisions)/" },
      to: { path: "^stores/(sqlite|neo4j)/" },
    },
    { name: "unresolved", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
    exclude: { path: "^node_modules/|(^|/)dist/" },
  },
};
