import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { LONGEST_CONTRIBUTION, LONGEST_NAME, LONGEST_SAY, PROTOCOL } from "../src/protocol";

/** In a process of its own, as `npm run protocol` is: what formats the types cannot run in a browser's context. */
function generated(): string {
  const program = `process.stdout.write(await (await import("./tools/protocol.ts")).generate())`;
  return execFileSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf-8" });
}

it("has the types of the published schema: after a change of it, npm run protocol", () => {
  expect(readFileSync("src/protocol.generated.ts", "utf-8")).toBe(generated());
});

it("has the version and the limits of the schema", () => {
  expect([PROTOCOL, LONGEST_NAME, LONGEST_SAY, LONGEST_CONTRIBUTION]).toEqual([1, 20, 200, 64]);
});
