export { page, play, rules } from "../../../src/fivethreefive/locale/es.json";
