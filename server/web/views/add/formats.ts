/** Names of the import formats. `test/unit/page-shapes.test.ts` holds them to the importers'. */
export const FORMATS: readonly string[] = [
  "mnema",
  "chatgpt",
  "claude",
  "openai",
  "langchain",
  "whatsapp",
  "slack",
  "markdown",
  "locomo",
  "longmemeval",
  "mem-gallery",
];
