/** The seats around the table. */
import { expect, it } from "vitest";
import { seatPlace, type SeatPlace } from "../../src/table/seatPlaces";

const places = (count: number): SeatPlace[] => Array.from({ length: count }, (_, index) => seatPlace(index, count));

it.each([1, 2, 3, 4, 5])("%s go from the left over the top to the right, the same on both sides", (count) => {
  const found = places(count);
  const mirrored = found.toReversed().map(({ x, y }) => ({ x: 1 - x, y }));
  expect(found.map(({ x }) => x)).toEqual(found.map(({ x }) => x).toSorted((a, b) => a - b));
  for (const [index, { x, y }] of found.entries()) {
    expect(x).toBeCloseTo(mirrored[index]!.x);
    expect(y).toBeCloseTo(mirrored[index]!.y);
  }
});

it("one sits at the top, and the outer ones of three or more at the sides", () => {
  expect(seatPlace(0, 1).x).toBeCloseTo(0.5);
  expect(seatPlace(0, 1).y).toBe(0);
  for (const count of [3, 4, 5]) {
    expect(seatPlace(0, count).x).toBeCloseTo(0);
    expect(seatPlace(0, count).y).toBeCloseTo(0.5);
  }
});
