/** src/protocol.ts says the same names as the schema that the server's types generate. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PROTOCOL } from "../src/protocol";

interface Schema {
  title: string;
  $defs: Record<
    string,
    { properties?: Record<string, { enum?: string[]; const?: string }>; required?: string[] }
  >;
}

const schema = JSON.parse(readFileSync("../docs/protocol.schema.json", "utf-8")) as Schema;
const source = readFileSync("src/protocol.ts", "utf-8");

/** By name of the interface, or tag of the message or event: the fields. */
function written(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [, name, body] of source.matchAll(/export interface (\w+) \{\n([^}]*)\}/g)) {
    found.set(
      name ?? "",
      [...(body ?? "").matchAll(/^ {2}(\w+)\??:/gm)].map((field) => field[1] ?? ""),
    );
  }
  for (const [, tagged, tag, body] of source.matchAll(/\| \{\s*(type|event): "(\w+)"([^}]*)\}/g)) {
    const fields = [...(body ?? "").matchAll(/;\s*(\w+)\??:/g)].map((field) => field[1] ?? "");
    found.set(`${tagged}:${tag}`, [tagged ?? "", ...fields]);
  }
  return found;
}

const ours = written();
const theirs = Object.entries(schema.$defs).filter(([, part]) => part.properties);

it("speaks the schema's version", () => {
  expect(schema.title).toMatch(new RegExp(`protocol ${PROTOCOL}$`));
});

/** What `written` calls a part: a message or event by its tag, whatever else by its name. */
function keyOf([name, { properties }]: (typeof theirs)[number]): string {
  const field = (["type", "event"] as const).find((each) => properties?.[each]);
  const tag = field && (properties?.[field]?.enum?.[0] ?? properties?.[field]?.const);
  return tag ? `${field}:${tag}` : name;
}

it.each(theirs)("%s", (name, part) => {
  const key = keyOf([name, part]);
  expect(ours.get(key)?.toSorted(), key).toEqual(Object.keys(part.properties ?? {}).toSorted());
});

it("has nothing that the schema lacks", () => {
  const keys = theirs.map(keyOf);
  expect([...ours.keys()].filter((key) => !keys.includes(key))).toEqual([]);
});
