export { page, play, rules } from "../../../src/fivethreefive/locale/en.json";
