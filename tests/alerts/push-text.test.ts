import { expect, it } from "vitest";
import { cardResultsAlert, newPicksAlert, pickChangedAlert, pickStartsAlert } from "../../app/alerts/push-text.ts";
import { post } from "../../app/alerts/post-text.ts";

const whole = { isWhole: true, odds: "american" } as const;
const count = { isWhole: false, odds: "american" } as const;
const pick = {
  id: 7,
  stream: "regular",
  game: "Lakers @ Celtics",
  game_date: "11/21/2026",
  time: "7:30 PM ET",
  starts_at: "2026-11-22T00:30:00.000Z",
  pick: "Lakers -3.5",
  sport: "NBA",
  tag: "",
  sim_confidence: 61,
  unit_size: 1.5,
  odds: -110,
  book: "",
  playable_to: "",
  why: "Rested.",
} as const;
const pro = { ...pick, id: 8, stream: "pro", pick: "Celtics ML", odds: 120 } as const;
const result = {
  id: 7,
  stream: "regular",
  game: pick.game,
  pick: pick.pick,
  verdict: "✅",
  units_result: 1.36,
} as const;

it("one new pick is the alert itself, at its place in the list; several are a list", () => {
  expect(newPicksAlert([pick], 3, whole)).toEqual({
    title: "Lakers -3.5",
    body: "-110 · 1.5u · Lakers @ Celtics · 7:30 PM ET",
    url: "/dashboard#pick-7",
    tag: "pick-7",
  });
  expect(newPicksAlert([pro], 3, count)).toMatchObject({ url: "/propicks#pick-8", tag: "pick-8" });
  expect(newPicksAlert([pro, pick], 3, { ...whole, odds: "decimal" })).toMatchObject({
    title: "2 new picks",
    url: "/propicks",
    tag: "round-3",
    body: "PRO PICK: Celtics ML · 2.20 · 7:30 PM ET\nLakers -3.5 · 1.91 · 7:30 PM ET",
  });
});

it("on a locked screen only the number can be shown", () => {
  const texts = [
    newPicksAlert([pick], 3, count),
    newPicksAlert([pro, pick], 3, count),
    pickStartsAlert(pick, 7, 28, count),
    pickChangedAlert({ pick: 7, title: pick.pick, stream: "regular", withdrawn: true, changes: [] }, count),
    cardResultsAlert([result], { ids: [7], round: 4 }, count),
  ];
  expect(texts.map(({ title, body }) => [title, body])).toEqual([
    ["1 new pick", ""],
    ["2 new picks", ""],
    ["Starts in 28 minutes", "A pick on your card"],
    ["A pick on your card was withdrawn before its start", ""],
    ["1 result on your card", ""],
  ]);
  expect(JSON.stringify(texts)).not.toMatch(/Lakers|Celtics/);
});

it("the alerts of a pick replace each other, and its result closes them", () => {
  const starts = pickStartsAlert(pick, 7, 1, whole);
  const changed = pickChangedAlert(
    { pick: 7, title: pick.pick, stream: "regular", withdrawn: false, changes: ["Price: -110 → -120."] },
    whole,
  );
  expect([starts.title, starts.body, changed.title, changed.body]).toEqual([
    "Starts in 1 minute",
    "Lakers -3.5\n-110 · 1.5u · Lakers @ Celtics · 7:30 PM ET",
    "Changed: Lakers -3.5",
    "Price: -110 → -120.",
  ]);
  expect([starts.tag, changed.tag]).toEqual(["pick-7", "pick-7"]);
  expect(cardResultsAlert([result], { ids: [7], round: 4 }, whole)).toMatchObject({
    title: "1 result on your card: +1.36 units",
    closes: ["pick-7"],
  });
});

it("an alert of a hundred picks is short enough for every device, and a post for every chat", () => {
  const many = Array.from({ length: 100 }, () => ({ ...pick, pick: "A long name of a pick" }));
  expect(newPicksAlert(many, 3, whole).body.length).toBeLessThanOrEqual(400);
  const text = post(
    "100 new picks",
    many.map(() => "x".repeat(90)),
    "https://picks.example/dashboard",
  );
  expect(text.length).toBeLessThanOrEqual(2000);
  expect(text).toMatch(/and \d+ more\n\nhttps:\/\/picks\.example\/dashboard$/);
});
