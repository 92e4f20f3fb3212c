import { describe, expect, it } from "vitest";
import { readRef, refOf } from "../../../app/models/ledger/ledger-entry.ts";
import { readEntry } from "../../../app/models/ledger/read-entry.ts";
import { type SealedColumns, contentOf, readReveal } from "../../../app/models/ledger/sealed-content.ts";
import { celtics } from "../../support/ledger.ts";

const at = "2026-01-14T14:00:00.000Z";
const digest = "f05061305317c41699a1d6382bd76514ac1263cd3d713601e3a19697f92a3522";
const ref = "regular:1:1";
const begin = { seq: 1, at, type: "begin", ref: "", zone: "America/New_York", format: "1" };
const publish = { seq: 2, at, type: "publish", ref, digest, reveal_by: at };
const settle = { seq: 3, at, type: "settle", ref, outcome: "win", units: "0.91", by: "rule", away_score: "104" };
const correct = { seq: 4, at, type: "correct", ref, reason: "Wrong.", changes: { odds: ["-110", "-120"] } };
const restore = { seq: 5, at, type: "restore", ref: "", from: 4 };

function without(entry: object, name: string): object {
  return Object.fromEntries(Object.entries(entry).filter(([key]) => key !== name));
}

describe("an entry", () => {
  it.each<object>([
    begin,
    publish,
    { ...publish, type: "amend", ref: "pro:12:3" },
    { ...without(publish, "reveal_by"), type: "import" },
    { seq: 3, at, type: "withdraw", ref },
    settle,
    { ...settle, home_score: "112", closing_line: "-4.5", closing_odds: -115 },
    without(settle, "units"),
    correct,
    without(correct, "reason"),
    { ...correct, changes: { verdict: ["win", ""], odds: ["", "-110"] } },
    { ...correct, outcome: "loss", by: "hand", units: "-1" },
    restore,
    { ...restore, lost: `7:${digest}` },
  ])("is read: %j", (entry) => expect(readEntry(entry)).toEqual({ entry }));

  it.each<[string, unknown]>([
    ["nothing", null],
    ["a list", [begin]],
    ["no type", without(begin, "type")],
    ["an unknown type", { ...begin, type: "note" }],
    ["a type of every object", { ...begin, type: "toString" }],
    ["an extra key", { ...begin, note: "x" }],
    ["a key of every object", { ...begin, constructor: "x" }],
    ["a hash", { ...begin, hash: digest }],
    ["a missing key", without(publish, "digest")],
    ["a key of another type", { ...publish, outcome: "win" }],
    ["a number as text", { ...publish, seq: "2" }],
    ["entry 0", { ...publish, seq: 0 }],
    ["half an entry", { ...publish, seq: 1.5 }],
    ["an instant without milliseconds", { ...publish, at: "2026-01-14T14:00:00Z" }],
    ["a day that does not exist", { ...publish, at: "2026-02-30T14:00:00.000Z" }],
    ["a digest in capitals", { ...publish, digest: digest.toUpperCase() }],
    ["a short digest", { ...publish, digest: digest.slice(1) }],
    ["a second version", { ...publish, ref: "regular:1:2" }],
    ["an unknown stream", { ...publish, ref: "free:1:1" }],
    ["a begin about a pick", { ...begin, ref }],
    ["an unknown zone", { ...begin, zone: "America/Gotham" }],
    ["another format", { ...begin, format: "2" }],
    ["an open verdict", { ...settle, outcome: "open" }],
    ["units as a number", { ...settle, units: 0.91 }],
    ["units with a needless zero", { ...settle, units: "0.90" }],
    ["a score below 0", { ...settle, away_score: "-1" }],
    ["an empty closing line", { ...settle, closing_line: "" }],
    ["a closing price as text", { ...settle, closing_odds: "-110" }],
    ["no change", { ...correct, changes: {} }],
    ["a change to the same", { ...correct, changes: { odds: ["-110", "-110"] } }],
    ["a change of an unknown field", { ...correct, changes: { note: ["a", "b"] } }],
    ["a change to a number", { ...correct, changes: { odds: ["-110", -120] } }],
    ["half a grade", { ...correct, outcome: "win" }],
    ["units without a verdict", { ...correct, units: "1" }],
    ["an empty reason", { ...correct, reason: "" }],
    ["a reason of 201 characters", { ...correct, reason: "x".repeat(201) }],
    ["a head without a hash", { ...restore, lost: "7" }],
  ])("is refused with %s", (_, entry) => expect(readEntry(entry)).toEqual({ problem: expect.stringMatching(/\.$/) }));
});

it("a ref is stream, pick and version", () => {
  expect(refOf({ stream: "regular", pick_id: 17, version: 1 })).toBe("regular:17:1");
  expect(readRef("pro:3:12")).toEqual({ stream: "pro", pick_id: 3, version: 12 });
  const wrong = [
    "",
    "regular:17",
    "regular:17:0",
    "regular:017:1",
    "Regular:17:1",
    "regular:17:1:1",
    "regular:1e3:1",
    `pro:${"9".repeat(17)}:1`,
  ];
  expect(wrong.map(readRef)).toEqual(wrong.map(() => null));
});

describe("a reveal", () => {
  const salt = digest;
  it("is read", () => expect(readReveal({ salt, content: celtics })).toEqual({ reveal: { salt, content: celtics } }));

  it.each<[string, unknown]>([
    ["no salt", { content: celtics }],
    ["a short salt", { salt: "00", content: celtics }],
    ["an extra key", { salt, content: celtics, at }],
    ["a text", { salt, content: JSON.stringify(celtics) }],
    ["an extra field", { salt, content: { ...celtics, verdict: "win" } }],
    ["an unknown text", { salt, content: { ...celtics, book: "" } }],
    ["null", { salt, content: { ...celtics, odds: null } }],
    ["an unknown market", { salt, content: { ...celtics, market: "prop" } }],
    ["odds below 100", { salt, content: { ...celtics, odds: 99 } }],
    ["a line as a number", { salt, content: { ...celtics, line: -3.5 } }],
    ["a stake below 0", { salt, content: { ...celtics, unit_size: "-1" } }],
    ["no stake", { salt, content: without(celtics, "unit_size") }],
    ["a day without a next one", { salt, content: { ...celtics, game_date: "9999-12-31" } }],
    ["an American date", { salt, content: { ...celtics, game_date: "01/14/2026" } }],
    ["another format", { salt, content: { ...celtics, v: 2 } }],
  ])("is refused with %s", (_, reveal) => expect(readReveal(reveal)).toHaveProperty("problem"));
});

describe("the content of a row", () => {
  const row: SealedColumns = {
    stream: "regular",
    id: 1,
    game: "Lakers @ Celtics",
    away: "Lakers",
    home: "Celtics",
    game_date: "2026-01-14",
    time: "7:30 PM ET",
    starts_at: "2026-01-15T00:30:00Z",
    sport: "NBA",
    tag: "SIM CERTIFIED",
    pick: "Celtics -3.5",
    market: "spread",
    side: "home",
    line: -3.5,
    odds: -110,
    book: "",
    playable_to: "",
    sim_confidence: 61.5,
    unit_size: 1,
  };

  it("is the contract's vector", () => expect(contentOf(row, 1)).toStrictEqual(celtics));

  it("leaves out what is unknown, but not a line of 0", () => {
    const unknown: SealedColumns = {
      ...row,
      game: "",
      away: "",
      home: "",
      game_date: "",
      time: "",
      sport: "",
      tag: "",
      pick: "",
      market: "",
      side: "",
      starts_at: null,
      line: null,
      odds: null,
      sim_confidence: null,
      unit_size: 0,
    };
    expect(contentOf(unknown, 2)).toStrictEqual({ v: 1, stream: "regular", pick_id: 1, version: 2, unit_size: "0" });
    expect(contentOf({ ...row, line: 0 }, 1).line).toBe("0");
  });
});
