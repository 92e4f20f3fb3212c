import { describe, expect, it } from "vitest";
import { finish } from "../../../app/models/ledger/check/check.ts";
import { findHead, readHead, readHeads, withHead } from "../../../app/models/ledger/saved-head.ts";
import {
  LedgerBuilder,
  checkOf,
  lostByRule,
  muchLater,
  nextDay,
  noon,
  verdictOf,
  wonByRule,
} from "../../support/ledger.ts";

const untimed = { time: undefined, starts_at: undefined };

/** 9 entries: begin, import, three picks, an amendment and their verdicts. */
const book = () =>
  new LedgerBuilder()
    .import("2026-01-01T00:00:00.000Z")
    .publish(noon)
    .publish(noon, { ...untimed, game_date: "2026-01-20" })
    .amend(noon, { line: "-4.5" }, 2)
    .settle(nextDay, wonByRule, 2)
    .publish(nextDay)
    .settle("2026-01-21T05:00:00.000Z", lostByRule, 3)
    .settle("2026-01-21T05:00:00.000Z", lostByRule, 4);

/** A copy in which the third entry is another. */
function changed(change: object): LedgerBuilder {
  const written = book();
  const entry = written.served[2];
  if (entry) Object.assign(entry, change);
  return written;
}

describe("what is held back", () => {
  const hidden = changed({ reveal: null }).served;
  it("is said past reveal_by, and not before", () => {
    expect(verdictOf(hidden)).toBe("held back 3");
    const found = (now: string) =>
      verdictOf(
        new LedgerBuilder().publish(noon).served.map((entry) => ({ ...entry, reveal: null })),
        [],
        new Date(now),
      );
    expect([found("2026-01-15T11:00:00.000Z"), found("2026-01-15T11:00:00.001Z")]).toEqual(["intact", "held back 2"]);
  });

  it("makes a sealed time long", () => {
    const found = finish(
      checkOf(new LedgerBuilder().publish(noon, { game_date: "2026-03-01", starts_at: undefined }).served),
      muchLater,
    );
    expect(found.longSealed).toEqual([{ seq: 2, ref: "regular:1:1" }]);
  });
});

describe("a kept head", () => {
  const served = book().served;
  const kept = served.map(({ seq, hash, at }) => ({ seq, hash, kept_at: at }));
  const last = kept.at(-1) ?? { seq: 0, hash: "", kept_at: "" };

  it("that is still there says nothing", () => expect(verdictOf(served, kept)).toBe("intact"));

  it("finds a tail cut off, and a chain rebuilt", () => {
    const rebuilt = changed({ reveal: null, digest: "0".repeat(64) }).rehash().served;
    const heads = [kept[2], last].flatMap((head) => head ?? []);
    const lost = [served.slice(0, 8), rebuilt].map((forged) => finish(checkOf(forged, heads), muchLater));
    expect(lost.map(({ verdict, rewritten }) => [verdict, rewritten?.seq])).toEqual([
      ["broken", 9],
      ["broken", 3],
    ]);
  });

  it("is not excused by a restore", () => {
    const restored = new LedgerBuilder().add(noon, "restore", "", { from: 1, lost: `${last.seq}:${last.hash}` }).served;
    expect(finish(checkOf(restored, [last]), muchLater)).toMatchObject({
      verdict: "broken",
      rewritten: last,
      broken: [],
    });
  });

  it("finds an entry behind it that claims to be older than 5 minutes before it", () => {
    const backdated = book().publish("2026-01-21T05:00:00.000Z").served;
    const head = { ...last, kept_at: "2026-01-21T05:05:00.000Z" };
    expect(verdictOf(backdated, [head])).toBe("intact");
    expect(verdictOf(backdated, [{ ...last, kept_at: "2026-01-21T05:05:00.001Z" }])).toBe("broken 10 backdated");
    expect(verdictOf(backdated, [{ ...last, kept_at: null }])).toBe("intact");
  });

  it("is read from a mail, and the last ten are kept", () => {
    const { seq, hash } = last;
    expect(readHead(` ${seq}:${hash}\n`)).toEqual({ seq, hash, kept_at: null });
    expect(["", hash, `0:${hash}`, `9:${hash}:1`, `9:${hash.toUpperCase()}`, "9"].map(readHead)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    const many = Array.from({ length: 12 }, (_, index) => ({ seq: index + 1, hash, kept_at: null }));
    const all = many.reduce(withHead, [] as const);
    expect(all.map((head) => head.seq)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it("seen again is kept anew, so that nothing behind it claims an earlier time", () => {
    const { seq, hash } = last;
    const [evening, morning] = ["2026-01-21T20:00:00.000Z", "2026-01-22T08:00:00.000Z"];
    const other = { seq: 3, hash, kept_at: evening };
    const kept = withHead(withHead([{ seq, hash, kept_at: evening }, other], { seq, hash, kept_at: morning }), other);
    expect(kept).toEqual([{ seq, hash, kept_at: morning }, other]);
    const backdated = book().publish("2026-01-21T21:00:00.000Z", { game_date: "2026-01-22" }).served;
    expect(verdictOf(backdated, [{ seq, hash, kept_at: morning }])).toBe("broken 10 backdated");
    expect(verdictOf(backdated, [{ seq, hash, kept_at: evening }])).not.toContain("backdated");
  });
});

describe("what somebody pastes or kept", () => {
  const hash = "9f".repeat(32);
  it.each([
    ["a head", `12:${hash}`, null],
    ["the end of a mail", `Record so far: entry 1,234, 12:${hash}, check it at https://picks.example/`, null],
    ["a head file", `12 ${hash} 2026-11-24T18:03:11.000Z\n`, "2026-11-24T18:03:11.000Z"],
    ["the line of a chat", `Record head 12:${hash} 2026-11-24T18:03:11.000Z`, "2026-11-24T18:03:11.000Z"],
  ])("finds the head in %s", (_, text, kept_at) => expect(findHead(text)).toEqual({ seq: 12, hash, kept_at }));

  it.each(["", "12", `0:${hash}`, `012:${hash}`, `1,012:${hash}`, `12:${hash}a`, `12:${hash.slice(1)}`, `12: ${hash}`])(
    "finds none in %s",
    (text) => expect(findHead(text)).toBe(null),
  );

  it("a browser's list is read without what is no head", () => {
    const head = { seq: 12, hash, kept_at: "2026-11-24T18:03:11.000Z" };
    const odd = [null, 1, {}, { ...head, seq: 0 }, { ...head, hash: "x" }, { ...head, kept_at: "yesterday" }];
    expect(readHeads(JSON.stringify([head, ...odd, { ...head, kept_at: null }]))).toEqual([
      head,
      { ...head, kept_at: null },
    ]);
    expect(["", "{", "{}", "null"].map(readHeads)).toEqual([[], [], [], []]);
  });
});
