import { describe, expect, it } from "vitest";
import { readStatus, statusProblem } from "../../../app/models/grading/result-status.ts";

describe("readStatus", () => {
  it.each([
    ["Final", "final"],
    ["F", "final"],
    ["f/ot", "final"],
    ["F / OT", "final"],
    ["F/2OT", "final"],
    ["F/SO", "final"],
    ["F/10", "final"],
    ["Final/11", "final"],
    ["Final (OT)", "final"],
    ["FT", "final"],
    ["AET", "final"],
    ["PPD", "postponed"],
    ["Ppd.", "postponed"],
    [" postponed ", "postponed"],
    ["Canceled", "cancelled"],
    ["CANCELLED", "cancelled"],
    ["Abandoned", "cancelled"],
    ["Susp", "suspended"],
    ["Susp.", "suspended"],
    ["Suspended", "suspended"],
    ["shortened", "shortened"],
  ])("%j is %s", (text, status) => expect(readStatus(text)).toBe(status));

  it.each(["", "F/", "F/100", "F5", "Fin", "Final?", "Q4", "Halftime", "Delayed", "NC", "Retired", "constructor"])(
    "%j is none",
    (text) => expect(readStatus(text)).toBe(text),
  );
});

describe("statusProblem", () => {
  it.each(["No contest", "NC", "Walkover", "W/O", "w / o", "Retired", "RET", " Ret. "])("of %j is for people", (text) =>
    expect(statusProblem(text)).toBe(`No rule grades "${text.trim()}". Settle these picks by hand.`),
  );

  it.each(["Halftime", "Q4", "won"])("of %j is that it is no status", (text) =>
    expect(statusProblem(text)).toBe("Choose a status from the list."),
  );
});
