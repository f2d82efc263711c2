/**
 * Writes src/protocol.generated.ts, the types of docs/protocol.schema.json. They are committed, so that a build
 * needs nothing outside web/ and a change of the protocol is seen in its review; a test notices an old file.
 *
 * npm run protocol
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compile, type JSONSchema } from "json-schema-to-typescript";

const SCHEMA = join(import.meta.dirname, "../../docs/protocol.schema.json");
const FILE = join(import.meta.dirname, "../src/protocol.generated.ts");

const BANNER = "/** The messages of a table. Made from docs/protocol.schema.json by `npm run protocol`: not to be edited. */";

/** The library's schemas, with the keywords that it has no types for. */
type Part = JSONSchema & { maxLength?: number; maxCharacters?: number; anyOf?: Part[] };

/** The text of src/protocol.generated.ts. */
export async function generate(): Promise<string> {
  const schema = JSON.parse(readFileSync(SCHEMA, "utf-8"), forLibrary) as JSONSchema;
  const constants = {
    PROTOCOL: /\d+$/.exec(schema.title ?? "")?.[0],
    LONGEST_NAME: maxLength(schema, "Sit", "name"),
    LONGEST_SAY: maxLength(schema, "Say", "text"),
    LONGEST_CONTRIBUTION: maxLength(schema, "Contribute", "text"),
  };
  const lines = Object.entries(constants).map(([name, value]) => `export const ${name} = ${value};`);
  return compile({ ...schema, title: "Message" }, "Message", {
    additionalProperties: false,
    bannerComment: [BANNER, "", ...lines].join("\n"),
    style: { printWidth: 108 },
  });
}

function maxLength(schema: JSONSchema, message: string, field: string): number | undefined {
  const definition = schema.$defs?.[message] as Part | undefined;
  const found = definition?.properties?.[field] as Part | undefined;
  return found?.maxCharacters ?? found?.maxLength ?? found?.anyOf?.[0]?.maxLength;
}

/** The library reads tuples as older drafts of JSON Schema write them. */
function forLibrary(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { prefixItems, ...rest } = value as Record<string, unknown>;
  return prefixItems ? { ...rest, items: prefixItems, additionalItems: false } : rest;
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, await generate());
