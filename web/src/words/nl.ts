export { page, play, rules } from "../../../src/fivethreefive/locale/nl.json";
