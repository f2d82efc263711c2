export { hint, page, play, review, rules, why } from "../../../src/fivethreefive/locale/en.json";
