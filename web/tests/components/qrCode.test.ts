/** A link as a QR code, drawn on the page. */
import { flushSync } from "svelte";
import { encode } from "uqr";
import { expect, it, vi } from "vitest";
import QrCode from "../../src/components/QrCode.svelte";
import { one, render } from "../support/render";

const LINK = "https://example.org/t/ABCDEF";

it("is drawn square by square, with the quiet edge that readers need", async () => {
  render(QrCode, { text: LINK, label: "QR code of the link" });
  await vi.waitFor(() => {
    flushSync();
    one("svg path");
  });
  const drawn = one("svg path").getAttribute("d") ?? "";
  const { data, size } = encode(LINK, { ecc: "M", border: 4 });
  expect(one("svg").getAttribute("viewBox")).toBe(`0 0 ${size} ${size}`);
  expect(one("svg").getAttribute("aria-label")).toBe("QR code of the link");
  const dark = [...drawn.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map((found) => [Number(found[1]), Number(found[2])]);
  expect(dark.length).toBe(data.flat().filter(Boolean).length);
  expect(dark.every(([x = 0, y = 0]) => data[y]?.[x])).toBe(true);
  const within = dark.flat();
  expect([Math.min(...within), Math.max(...within)]).toEqual([4, size - 5]);
});
