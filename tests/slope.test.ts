import { describe, expect, it } from "vitest";
import { growsBeyond, quantile, slopeOf } from "./soak/slope.ts";

const minutes = Array.from({ length: 30 }, (_, x) => x);
const noise = (x: number) => ((x * 7) % 11) - 5;

describe("a slope", () => {
  it("is exact on a line", () => {
    const { perHour, error } = slopeOf(minutes.map((x) => ({ x, y: 100 + x / 2 })));
    expect([perHour, error]).toEqual([expect.closeTo(30, 9), expect.closeTo(0, 9)]);
  });

  it("matches a textbook example, with its error", () => {
    const { perHour, error } = slopeOf(
      [
        [1, 2],
        [2, 4],
        [3, 5],
        [4, 4],
        [5, 5],
      ].map(([x = 0, y = 0]) => ({ x, y })),
    );
    expect([perHour / 60, error / 60]).toEqual([expect.closeTo(0.6, 9), expect.closeTo(0.282843, 6)]);
  });

  it("of fewer than three points is 0", () =>
    expect(
      slopeOf([
        { x: 0, y: 0 },
        { x: 1, y: 9 },
      ]),
    ).toEqual({ perHour: 0, error: 0 }));

  it("is detected in noisy values", () => {
    expect(growsBeyond(slopeOf(minutes.map((x) => ({ x, y: 200 + x + noise(x) }))), 30)).toBe(true);
    expect(growsBeyond(slopeOf(minutes.map((x) => ({ x, y: 200 + noise(x) }))), 30)).toBe(false);
  });
});

it("quantile returns the value at a share of the list", () => {
  expect([quantile([1, 2, 3, 4], 0.5), quantile([1, 2, 3, 4], 0.99), quantile([], 0.5)]).toEqual([3, 4, 0]);
});
