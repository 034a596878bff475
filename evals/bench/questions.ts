/** What the benches ask of `syntheticHistory`: over both memories, of every form. */
export const QUESTIONS = [
  "What was my average sleep in March 2020?",
  "On which day did I run the longest distance?",
  "How much did I spend at the market in total?",
  "How many days had a temperature above 25 °C?",
  "When did I last meet Nora near the harbour?",
  "Who did I travel with?",
  "What did I talk about with Pavel at the museum?",
  "Which book did I read the most pages of?",
  "Was the average rainfall higher or lower in 2020-05 than in 2020-02, and by how much?",
  "Where did I repair a bike for Ines?",
] as const;
