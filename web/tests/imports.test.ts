/** Imports go one way between the folders of the page, and never in a circle between its modules. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

/** Later may import earlier. */
const ORDER = ["locale", "state", "cards", "text", "play", "components", "table", "dialogs", "pages"];
/** At the root: these are everybody's, the others use everything. */
const FIRST = ["protocol.generated.ts", "protocol.ts"];

const files = globSync("src/**/*.{ts,svelte}").map((file) => file.slice("src/".length));

function imported(file: string): string[] {
  const source = readFileSync(`src/${file}`, "utf-8");
  const paths = [...source.matchAll(/(?:from |import\(|import )"(\.[^"]+)"/g)].map((found) => found[1] ?? "");
  return paths
    .map((path) => normalize(join(dirname(file), path)))
    .flatMap((path) => files.filter((other) => other === path || other === `${path}.ts`));
}

function place(file: string): number {
  const folder = dirname(file);
  if (folder === ".") return FIRST.includes(file) ? -1 : ORDER.length;
  return ORDER.indexOf(folder);
}

it("knows every folder", () => {
  expect(files.flatMap(imported).length).toBeGreaterThan(100);
  expect([...new Set(files.map((file) => dirname(file)))].filter((folder) => folder !== ".").sort()).toEqual(
    ORDER.toSorted(),
  );
});

it.each(files)("%s imports nothing that comes after it", (file) => {
  expect(imported(file).filter((other) => place(other) > place(file))).toEqual([]);
});

it("has no circle of modules", () => {
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    expect(path, `a circle: ${[...path, file].join(" -> ")}`).not.toContain(file);
    if (finished.has(file)) return;
    for (const other of imported(file)) visit(other, [...path, file]);
    finished.add(file);
  };
  for (const file of files) visit(file, []);
});
