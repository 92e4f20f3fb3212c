import { describe, expect, it } from "vitest";
import { median, medians, percentile } from "./bench/figures.ts";
import { type Target, compare, others, table } from "./bench/report.ts";
import { targets } from "./bench/targets.ts";

const faster: Target = {
  id: "rate",
  name: "Requests",
  unit: "/s",
  reference: "R",
  gate: { of: "ratio", is: "at least", value: 0.85 },
  goal: { of: "ratio", is: "at least", value: 1.4 },
};
const lighter: Target = {
  id: "bytes",
  name: "Bytes",
  unit: "",
  reference: null,
  gate: { of: "figure", is: "at most", value: 400 },
};

describe("the statistics", () => {
  it.each([
    [[3], 3],
    [[9, 1, 5], 5],
    [[4, 1, 2, 9], 3],
  ])("the median of %j is %d", (values, middle) => expect(median(values)).toBe(middle));

  it.each([
    [0.5, 5],
    [0.95, 10],
    [0.99, 10],
    [0.1, 1],
  ])("finds the percentile %d of one to ten", (share, value) => {
    expect(percentile([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], share)).toBe(value);
  });

  it("medians takes the median of each figure over the rounds", () => {
    expect(
      medians([
        { rate: 1, cpu: 30 },
        { rate: 3, cpu: 10 },
        { rate: 2, cpu: 20 },
      ]),
    ).toEqual({ rate: 2, cpu: 20 });
  });
});

describe("the report", () => {
  it.each([
    [100, 70, "goal"],
    [100, 110, "met"],
    [100, 118, "missed"],
  ])("compares the ratio of %d to %d with the gate and the goal: %s", (value, reference, verdict) => {
    expect(compare([faster], [{ id: "rate", value, reference }])).toMatchObject([
      { ratio: value / reference, verdict },
    ]);
  });

  it.each([
    [400, "met"],
    [401, "missed"],
  ])("compares the figure %d itself when the limit is for the figure: %s", (value, verdict) => {
    expect(compare([lighter], [{ id: "bytes", value }])).toMatchObject([{ ratio: null, verdict }]);
  });

  it.each([
    [100, 50, "goal"],
    [100, 20, "no gate"],
  ])("compares the ratio of %d to %d with the goal when there is no gate: %s", (value, reference, verdict) => {
    expect(
      compare(
        [{ ...faster, gate: null, goal: { of: "ratio", is: "at most", value: 3 } }],
        [{ id: "rate", value, reference }],
      ),
    ).toMatchObject([{ verdict }]);
  });

  it("marks missing figures as not measured, and a ratio without a reference as missed", () => {
    expect(compare([faster, lighter], [{ id: "rate", value: 100 }]).map(({ verdict }) => verdict)).toEqual([
      "missed",
      "not measured",
    ]);
  });

  it("shows the figures beside their limits", () => {
    expect(table(compare([faster], [{ id: "rate", value: 1512.4, reference: 1570, remark: "gzip" }]))).toBe(
      [
        "target           measured  reference  ratio  gate      goal",
        "Requests (gzip)  1,512 /s    R 1,570   0.96  >= 0.85x  >= 1.40x  met",
      ].join("\n"),
    );
  });

  it("others returns the figures without a target", () =>
    expect(
      others(
        [lighter],
        [
          { id: "bytes", value: 1 },
          { id: "requests", value: 2 },
        ],
      ),
    ).toEqual([{ id: "requests", value: 2 }]));

  it("has unique target ids", () => expect(new Set(targets.map(({ id }) => id)).size).toBe(targets.length));
});
