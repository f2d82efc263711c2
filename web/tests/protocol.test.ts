import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LONGEST_CONTRIBUTION, LONGEST_NAME, LONGEST_SAY, PROTOCOL } from "../src/protocol";
import { generate } from "../tools/protocol";

it("has the types of the published schema: after a change of it, npm run protocol", async () => {
  expect(readFileSync("src/protocol.generated.ts", "utf-8")).toBe(await generate());
});

it("has the version and the limits of the schema", () => {
  expect([PROTOCOL, LONGEST_NAME, LONGEST_SAY, LONGEST_CONTRIBUTION]).toEqual([1, 20, 200, 64]);
});
