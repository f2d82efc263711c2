import { MediaQuery } from "svelte/reactivity";

/** Whether there is room for the table and a column beside it. */
export const hasSideColumn = new MediaQuery("(min-width: 1200px) and (min-height: 40rem)");
