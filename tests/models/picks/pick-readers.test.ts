import fc from "fast-check";
import { expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { rounded } from "../../../app/format.ts";
import { formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { type Stream, streams } from "../../../app/models/bets/stream.ts";
import { historyPageSize } from "../../../app/models/history/settled-pick.ts";
import { passes, sportFilterOf, proHistoryFilterSports, sports } from "../../../app/models/bets/sports.ts";
import type { SignedInActor } from "../../../app/models/operation.server.ts";
import {
  readOwnCardPage,
  proCard,
  regularCard,
  removeFromOwnCard,
} from "../../../app/models/card/saved-pick.server.ts";
import { Refusal } from "../../../app/refusal.ts";
import type { PickRow } from "../../../db/schema.ts";
import { actorOf, createUser, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const operations = { regular: regularPicks, pro: proPicks } as const;
const filterSports = { regular: sports, pro: proHistoryFilterSports } as const;

const date = fc.constantFrom(
  "",
  "2000-01-01",
  "2024-02-28",
  "2024-02-29",
  "2024-03-01",
  "2025-12-31",
  "2026-01-01",
  "2026-11-30",
  "2100-12-31",
);
/** A verdict with units that suit it. */
const result = fc.oneof(
  fc.record({ verdict: fc.constant(""), units_result: fc.constant("") }),
  fc.record({ verdict: fc.constant("✅"), units_result: fc.constantFrom("", "-0", "0.1", "0.000001", "1.36") }),
  fc.record({ verdict: fc.constant("❌"), units_result: fc.constant("") }),
  fc.record({ verdict: fc.constantFrom("➖", "🚫"), units_result: fc.constantFrom("", "0") }),
);
const details = fc.record(
  {
    game_date: date,
    sport: fc.constantFrom("NBA", "NFL", "KBO", "Golf", "Other"),
    sim_confidence: fc.constantFrom("", "0", "4.999999", "5", "59.999999", "60", "100"),
    unit_size: fc.constantFrom("0", "0.01", "1.1", "1000"),
  },
  { requiredKeys: [] },
);
const changes = fc.tuple(details, fc.option(result, { nil: {} })).map(([given, outcome]) => ({ ...given, ...outcome }));
const step = fc.record({
  action: fc.constantFrom("publish", "publish", "save", "save", "delete", "keep", "drop"),
  stream: fc.constantFrom(...streams),
  target: fc.nat(),
  changes,
});
const anyQuery = fc.record({
  sport: fc.constantFrom("", "All", "Other", "NBA", "NFL", "Golf"),
  sort: fc.constantFrom("newest", "oldest"),
  start: date,
  end: date,
  date: fc.oneof({ weight: 3, arbitrary: fc.constant("") }, date),
  page: fc.constantFrom("1", "2", "99"),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Query = typeof anyQuery extends fc.Arbitrary<infer T> ? T : never;

async function perform({ action, stream, target, changes: given }: Step, member: SignedInActor): Promise<void> {
  const rows = await db.selectFrom("picks").select("id").where("stream", "=", stream).orderBy("id").execute();
  const id = rows[target % Math.max(1, rows.length)]?.id;
  if (action === "publish" || id === undefined) await operations[stream].addPick(admin, pickFields(given));
  else if (action === "save") await operations[stream].savePick(admin, { id, ...given, reason: "A typing error." });
  else if (action === "delete") await operations[stream].deletePick(admin, { id });
  else if (action === "drop") await removeFromOwnCard(member, { id }).catch(unlessRefused);
  else
    await (
      stream === "pro"
        ? proCard.saveToOwnCard(member, { propick_id: id })
        : regularCard.saveToOwnCard(member, { pick_id: id })
    ).catch(unlessRefused);
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
}

/** The settled rows for a query, in order: a simple reference implementation of the specification. */
function expectedRows(rows: readonly PickRow[], query: Query, names: readonly string[]): PickRow[] {
  const [from, to] = query.date === "" ? [query.start, query.end] : [query.date, query.date];
  const isWithin = ({ game_date }: PickRow) =>
    (from === "" && to === "") || (game_date !== "" && game_date >= from && (to === "" || game_date <= to));
  const matching = rows.filter(
    (row) => row.verdict !== "" && isWithin(row) && passes(sportFilterOf(query.sport, names), row.sport),
  );
  const sortKey = ({ game_date, created_at, id }: PickRow) =>
    `${game_date} ${created_at} ${String(id).padStart(9, "0")}`;
  const inTime = matching.toSorted((left, expectedRows) => (sortKey(left) < sortKey(expectedRows) ? -1 : 1));
  const ordered = query.sort === "oldest" ? inTime : inTime.toReversed();
  return [
    ...ordered.filter(({ game_date }) => game_date !== ""),
    ...ordered.filter(({ game_date }) => game_date === ""),
  ];
}

function figuresOf(rows: readonly PickRow[]) {
  const millionths = (values: readonly (number | null)[]) =>
    values.reduce<number>((sum, value) => sum + Math.round((value ?? 0) * 1_000_000), 0);
  const withMark = (...marks: readonly string[]) => rows.filter(({ verdict }) => marks.includes(verdict));
  const [decided, bets] = [withMark("✅", "❌"), withMark("✅", "❌", "➖")];
  const [won, staked, confidence] = [
    millionths(rows.map((row) => row.units_result)),
    millionths(decided.map((row) => row.unit_size)),
    millionths(bets.map((row) => row.sim_confidence)),
  ];
  const share = (part: number, whole: number) => rounded(whole === 0 ? 0 : part / whole, 2);
  return {
    wins: withMark("✅").length,
    losses: withMark("❌").length,
    pushes: withMark("➖").length,
    voids: withMark("🚫").length,
    winPercent: share(withMark("✅").length * 100, decided.length),
    unitsWon: won / 1_000_000,
    roiPercent: share(won * 100, staked),
    totalBets: bets.length,
    averageConfidence: share(confidence, bets.length * 1_000_000),
  };
}

/** These rows have dates far from today, so that the zone of a date makes no difference. */
function isAddedLate({ starts_at, game_date }: PickRow, savedAt: string): boolean {
  return starts_at === null ? game_date !== "" && game_date < savedAt.slice(0, 10) : starts_at <= savedAt;
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const sorted = (rows: readonly { id: number }[]) => idsOf(rows).toSorted((left, expectedRows) => left - expectedRows);

async function expectReadersAgree(stream: Stream, query: Query, member: SignedInActor): Promise<void> {
  const rows = await db.selectFrom("picks").selectAll().where("stream", "=", stream).execute();
  const savedRowsQuery = db
    .selectFrom("saved_picks")
    .select(["pick_id", "saved_at"])
    .where("user_id", "=", member.person.id);
  const saved = new Map((await savedRowsQuery.execute()).map(({ pick_id, saved_at }) => [pick_id, saved_at]));
  const [open, savedRows] = [rows.filter(({ verdict }) => verdict === ""), rows.filter(({ id }) => saved.has(id))];
  const input = {
    ...query,
    start: formatCalendarDate(query.start),
    end: formatCalendarDate(query.end),
    date: formatCalendarDate(query.date),
  };
  const cardInput = { ...input, stream, tab: "results" };
  const [history, results, allResults, card] = [
    await operations[stream].listSettledPicks(member, input),
    await readOwnCardPage(member, cardInput),
    await readOwnCardPage(member, { ...cardInput, after_start: "1" }),
    await readOwnCardPage(member, { stream }),
  ];
  const ofCard = expectedRows(savedRows, query, sports);
  const inTime = ofCard.filter((row) => !isAddedLate(row, saved.get(row.id) ?? ""));
  const ofStream = expectedRows(rows, query, filterSports[stream]);
  for (const [page, expected, counted] of [
    [history, ofStream, ofStream],
    [results.history, ofCard, inTime],
    [allResults.history, ofCard, ofCard],
  ] as const) {
    const [pages, first] = [
      Math.max(1, Math.ceil(expected.length / historyPageSize)),
      (Math.min(Number(query.page), Math.max(1, Math.ceil(expected.length / historyPageSize))) - 1) * historyPageSize,
    ];
    expect([page?.pages, idsOf(page?.picks ?? []), page?.figures]).toEqual([
      pages,
      idsOf(expected.slice(first, first + historyPageSize)),
      figuresOf(counted),
    ]);
  }
  const report = await operations[stream].findHistoryFigures(member, input);
  const { wins, losses, pushes, voids, totalBets } = history.figures;
  expect(report).toMatchObject({ wins, losses, pushes, voids, total_bets: totalBets });
  expect(report.calibration.reduce((sum, { bets }) => sum + bets, 0)).toBe(wins + losses);
  expect(sorted(card.pending ?? [])).toEqual(sorted(savedRows.filter(({ verdict }) => verdict === "")));
  const manager = await operations[stream].readManagerPage(admin, {});
  expect([
    sorted((await operations[stream].listOpenPicks(member, {})).picks),
    sorted(manager.unresolved),
    manager.resolvedTotal,
  ]).toEqual([sorted(open), sorted(open), rows.length - open.length]);
}

it("history, record, card, lists and manager agree with the rows after any history", { timeout: 120_000 }, async () => {
  const turn = fc.record({ step, stream: fc.constantFrom(...streams), asked: fc.option(anyQuery, { freq: 4 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 5, maxLength: 30 }), async (turns) => {
      const member = actorOf("user", (await createUser(db)).id);
      for (const { step: next, stream, asked: query } of turns) {
        await perform(next, member);
        if (query !== null) await expectReadersAgree(stream, query, member);
      }
    }),
    { numRuns: 40, seed: 20_261_123 },
  );
});
