/** Where the seats are around the table, in playing order: in an arc from the left over the top to the right. */

export interface SeatPlace {
  /** From the left edge of the table to the right one, 0 to 1. */
  x: number;
  /** From the top of the table to its bottom, 0 to 1. */
  y: number;
}

/** Two sit a little up from the sides; from three on the arc is half of the edge. */
const WIDEST = Math.PI;
const BETWEEN_TWO = (Math.PI * 2) / 3;

export function seatPlace(index: number, count: number): SeatPlace {
  const span = count === 1 ? 0 : count === 2 ? BETWEEN_TWO : WIDEST;
  const angle = Math.PI / 2 + span / 2 - (count === 1 ? 0 : (span * index) / (count - 1));
  // The edge is flatter than an ellipse: a superellipse keeps the seats on it.
  const [across, up] = [Math.cos(angle), Math.max(0, Math.sin(angle))];
  return { x: 0.5 + Math.sign(across) * Math.abs(across) ** 0.7 * 0.5, y: 0.5 - up ** 0.3 * 0.5 };
}
