/** The messages of a table (src/fivethreefive/protocol), and names for some of their parts. */
import type { Config, Observation, TableOptions, Update } from "./protocol.generated";

export * from "./protocol.generated";

export type Rank = Observation["hand"][number];
export type Happened = Update["events"][number];
export type Clock = TableOptions["clock"];
export type Pace = TableOptions["pace"];
export type Language = TableOptions["language"];
export type Phrase = Config["phrases"][number];
