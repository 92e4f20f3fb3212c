import { mulberry32 } from "./mulberry32.ts";

const DRAWS = 10_000;
const SEED = 20_260_101;

/** Sorted standard normal draws: counting games beyond a line is a binary search. */
const draws = sortedNormals();

/** Share (0 to 1) of games with a margin or total above `line`, rounded to whole points, without pushes. */
export function shareAbove(line: number, mean: number, sd: number): number {
  const wins = DRAWS - countBelow((Math.floor(line) + 0.5 - mean) / sd);
  const losses = countBelow((Math.ceil(line) - 0.5 - mean) / sd);
  return wins / (wins + losses);
}

/** Share (0 to 1) of games won with this mean margin. Includes overtime, so no rounding and no ties. */
export function shareWon(mean: number, sd: number): number {
  return 1 - countBelow(-mean / sd) / DRAWS;
}

/** The inverse of shareWon: the mean margin in standard deviations for a probability (0 to 1). */
export function marginOf(probability: number): number {
  const index = Math.min(DRAWS - 1, Math.max(0, Math.round(probability * DRAWS)));
  return draws[index] ?? 0;
}

function countBelow(z: number): number {
  let low = 0;
  let high = DRAWS;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((draws[middle] ?? Infinity) < z) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Box and Muller 1958, with antithetic variates (each draw also negated), so that the mean is exactly 0. */
function sortedNormals(): Float64Array {
  const uniform = mulberry32(SEED);
  const normals = new Float64Array(DRAWS);
  for (let index = 0; index < DRAWS; index += 2) {
    const z = Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
    normals[index] = z;
    normals[index + 1] = -z;
  }
  return normals.sort();
}
