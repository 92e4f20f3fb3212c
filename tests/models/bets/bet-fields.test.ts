import { describe, expect, it } from "vitest";
import { type Bet, type ResolvedBet, resolveBet } from "../../../app/models/bets/bet-fields.ts";

const zone = "America/New_York";

function form(changes: Partial<Bet> = {}): Bet {
  return {
    pick: "Celtics -3.5 (-110)",
    game: "Los Angeles Lakers @ Boston Celtics",
    game_date: "2026-11-20",
    time: "7:30 PM",
    verdict: "",
    unit_size: 1,
    away: "",
    home: "",
    starts_at: null,
    market: "",
    side: "",
    line: null,
    odds: null,
    units_result: null,
    ...changes,
  };
}

const publish = (changes: Partial<Bet> = {}) => resolveBet(null, form(changes), zone);
/** Saves like the API: only the given fields. */
const save = ({ bet, typedFields: typed }: ResolvedBet, sent: Partial<Bet>) =>
  resolveBet({ ...bet, typedFields: typed }, sent, zone);
/** Saves like a form: all fields, as they are shown, and the changed ones. */
const saveForm = (before: ResolvedBet, changes: Partial<Bet> = {}) => save(before, { ...before.bet, ...changes });

const reading = {
  away: "Los Angeles Lakers",
  home: "Boston Celtics",
  starts_at: "2026-11-21T00:30:00.000Z",
  market: "spread",
  side: "home",
  line: -3.5,
  odds: -110,
  units_result: null,
} as const;
const otherTexts = { pick: "Lakers +7 (+120)", game: "Lakers @ Celtics", time: "9 PM" };
const otherReading = {
  away: "Lakers",
  home: "Celtics",
  starts_at: "2026-11-21T02:00:00.000Z",
  market: "spread",
  side: "away",
  line: 7,
  odds: 120,
} as const;

/** A value for each field that the texts don't say. */
const typedValues: readonly Partial<Bet>[] = [
  { away: "LA Lakers" },
  { home: "Celtics of Boston" },
  { starts_at: "2026-11-21T01:15:00.000Z" },
  { market: "moneyline" },
  { side: "draw", market: "moneyline" },
  { line: -4 },
  { odds: -115 },
  { units_result: 5 },
];

it("a new pick has the reading of its texts", () => {
  const { bet, typedFields: typed, reading: found } = publish();
  expect([bet, typed, found]).toEqual([form(reading), [], reading]);
});

describe.each(typedValues)("a sent value that differs from what is stored and from the reading: %j", (values) => {
  const names = Object.keys(values);

  it("is typed, and kept over later changes of the texts", () => {
    const typed = publish(values);
    expect([typed.bet, typed.typedFields.toSorted()]).toEqual([expect.objectContaining(values), names.toSorted()]);
    for (const later of [save(typed, otherTexts), saveForm(typed, otherTexts)])
      expect([later.bet, later.typedFields.toSorted()]).toEqual([expect.objectContaining(values), names.toSorted()]);
  });

  it("is typed when it is sent later, too", () => {
    expect(save(publish(), values)).toMatchObject({ bet: values });
    expect(save(publish(), values).typedFields.toSorted()).toEqual(names.toSorted());
  });
});

describe("a sent value that equals the reading", () => {
  it("is not typed", () => expect(publish(reading).typedFields).toEqual([]));

  it.each(typedValues)("gives the field back to the reading, which follows the texts again: %j", (values) => {
    const given = Object.fromEntries(Object.entries(reading).filter(([name]) => name in values));
    const back = save(publish(values), given);
    expect([back.bet, back.typedFields]).toEqual([form(reading), []]);
    expect(save(back, otherTexts).bet).toMatchObject(otherReading);
  });

  it("gives it back in the same form in which the texts change", () => {
    const back = saveForm(publish({ line: -4 }), { ...otherTexts, line: 7 });
    expect([back.bet.line, back.typedFields]).toEqual([7, []]);
  });
});

describe("a field that is sent empty", () => {
  const empty = { away: "", home: "", starts_at: null, market: "", side: "", line: null, odds: null } as const;

  it.each(Object.entries(empty))("is typed empty when it held a value, and stays empty: %s", (name, value) => {
    const cleared = saveForm(publish(), { [name]: value });
    expect([cleared.bet, cleared.typedFields]).toEqual([expect.objectContaining({ [name]: value }), [name]]);
    for (const later of [saveForm(cleared), saveForm(cleared, otherTexts), save(cleared, otherTexts)])
      expect([later.bet, later.typedFields]).toEqual([expect.objectContaining({ [name]: value }), [name]]);
  });

  it("is typed empty when what it held was typed", () => {
    expect(saveForm(publish({ line: -4 }), { line: null })).toMatchObject({
      bet: { line: null },
      typedFields: ["line"],
    });
  });

  it("is left to the reading when it held none", () => {
    const unread = publish({ pick: "", game: "", time: "" });
    expect([unread.bet, unread.typedFields]).toEqual([expect.objectContaining({ ...empty }), []]);
    const read = saveForm(unread, { pick: form().pick, game: form().game, time: form().time });
    expect([read.bet, read.typedFields]).toEqual([form(reading), []]);
  });

  it("is read of a pick of before, whose texts were never read", () => {
    const before = { ...form(), typedFields: [] };
    expect(resolveBet(before, {}, zone).bet).toEqual(form());
    expect(resolveBet(before, form(), zone)).toMatchObject({ bet: form(reading), typedFields: [] });
    expect(resolveBet(before, { verdict: "✅" }, zone).bet).toMatchObject({ ...reading, units_result: 0.91 });
  });

  it("can be given back, by sending what the texts say", () => {
    const cleared = saveForm(publish(), { line: null });
    expect(saveForm(cleared, { line: -3.5 })).toMatchObject({ bet: { line: -3.5 }, typedFields: [] });
  });
});

it("a form that only changes the texts leaves every field to the reading", () => {
  const { bet, typedFields: typed } = saveForm(publish(), otherTexts);
  expect([bet, typed]).toEqual([form({ ...otherTexts, ...otherReading }), []]);
});

it("a change of other fields, or none, reads nothing anew", () => {
  const before = { ...publish().bet, line: -3, typedFields: [] };
  expect(resolveBet(before, {}, zone).bet.line).toBe(-3);
  expect(resolveBet(before, { pick: before.pick, unit_size: 1 }, zone).bet.line).toBe(-3);
  expect(resolveBet(before, { unit_size: 2 }, zone).bet.line).toBe(-3.5);
});

it("the text is read for the sides that were typed", () => {
  const { bet } = publish({ game: "Finals, game 7", pick: "Celtics -3.5", away: "Lakers", home: "Celtics" });
  expect(bet).toMatchObject({ market: "spread", side: "home", line: -3.5 });
});

it.each(["Nothing to read", "", "Lakers by a lot"])("%j is not read for a side that has no name", (pick) => {
  for (const named of [{ away: "Lakers" }, { home: "Celtics" }])
    expect(publish({ game: "Finals, game 7", pick, ...named }).bet).toMatchObject({ market: "", side: "", line: null });
});

it("a time that can't be read leaves no start", () =>
  expect(publish({ time: "tonight" }).bet).toMatchObject({ time: "tonight", starts_at: null }));

describe("units_result", () => {
  const won = publish({ verdict: "✅" });

  it.each([
    [-110, 1, 0.91],
    [150, 1, 1.5],
    [-135, 2, 1.48],
    [-200, 1.5, 0.75],
    [-105, 0.5, 0.48],
  ])("of a win at %i with %d units is %d", (odds, unit_size, units) => {
    const win = publish({ pick: "", odds, unit_size, verdict: "✅" });
    expect([win.bet.units_result, win.typedFields]).toEqual([units, ["odds"]]);
  });

  it.each([
    [{ odds: 150 }, 1.5],
    [{ pick: "Celtics -3.5 (+120)" }, 1.2],
    [{ unit_size: 2 }, 1.82],
    [{ verdict: "❌" }, -1],
    [{ verdict: "➖" }, 0],
    [{ verdict: "🚫" }, 0],
    [{ verdict: "" }, null],
    [{ pick: "Celtics -3.5" }, null],
  ])("is computed anew when what it depends on changes: %j", (changes, units) => {
    for (const later of [save(won, changes), saveForm(won, changes)])
      expect([later.bet.units_result, later.typedFields.includes("units_result")]).toEqual([units, false]);
  });

  it("that was typed is kept", () => {
    const typed = save(won, { units_result: 0.95 });
    for (const changes of [{ odds: 150 }, { unit_size: 2 }, { verdict: "➖" }])
      expect(save(typed, changes)).toMatchObject({ bet: { units_result: 0.95 } });
    expect(save(typed, { units_result: 0.91 }).typedFields).toEqual([]);
  });

  it("of a win without a price stays unknown", () =>
    expect(publish({ pick: "Celtics -3.5", verdict: "✅" }).bet.units_result).toBeNull());
});

describe("the sport", () => {
  const texts = form({ pick: "BOS -3.5 (-110)" });
  it("tells which team a name means", () => {
    expect(resolveBet(null, { ...texts, sport: "NBA" }, zone).bet).toMatchObject(reading);
    expect(resolveBet(null, { ...texts, sport: "NFL" }, zone).bet.market).toBe("");
  });

  it("reads the texts again when it changes", () => {
    const before = { ...resolveBet(null, texts, zone).bet, sport: "Other", typedFields: [] };
    expect(resolveBet(before, { sport: "Other", unit_size: 1 }, zone).bet.market).toBe("");
    expect(resolveBet(before, { sport: "NBA" }, zone).bet).toMatchObject(reading);
    expect(resolveBet({ ...before, sport: "NBA" }, { time: "9 PM" }, zone).bet).toMatchObject({ side: "home" });
  });
});
