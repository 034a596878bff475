export { questionsOf, type Question, type QuestionKind } from "../../importers/questions.js";
