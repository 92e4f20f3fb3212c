/** A demo that is left running, with a moved clock. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { db } from "../../app/db.server.ts";
import { addDays } from "../../app/time/calendar-date.ts";
import { formatDay } from "../../app/time/instant-text.ts";
import { dateIn, instantIn } from "../../app/time/zone-time.ts";
import { hasStarted } from "../../app/models/bets/started.ts";
import { regularPicks } from "../../app/models/picks/pick.server.ts";
import type { PickRow } from "../../db/schema.ts";
import { loadGames, moveDates } from "../../db/demo/games.ts";
import { liveDemo } from "../../db/demo/live.ts";
import { actorOf } from "../support/database/factories.ts";
import { totals } from "../support/database/picks.ts";

vi.hoisted(() => vi.stubEnv("DEMO", "1"));

const zone = "America/New_York";
const hour = 3_600_000;
const games = loadGames();
const firstDay = "2026-11-20";
const at = (date: string, hours: number) => instantIn(zone, date, hours * 60).getTime();
const runUntil = async (until: number, everyMs: number) => {
  const demo = liveDemo(games, () => new Date());
  for (; Date.now() <= until; vi.setSystemTime(Date.now() + everyMs)) await demo.tick();
};
const picks = (): Promise<PickRow[]> => db.selectFrom("picks").selectAll().orderBy("id").execute();

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: at(firstDay, 15) });
  await db.deleteFrom("users").execute();
  const { fillDemo } = await import("../../db/demo/fill.ts");
  await fillDemo();
}, 60_000);
afterAll(() => void vi.useRealTimers());

// One demo that lives on: its clock and its ledger never go back.
describe("a demo that is left running", { shuffle: false }, () => {
  describe("over two weeks", () => {
    const days = Array.from({ length: 14 }, (_day, index) => addDays(firstDay, index + 1));
    const noons: { day: string; open: PickRow[]; settled: number }[] = [];
    let before = 0;

    beforeAll(async () => {
      before = (await picks()).filter(({ verdict }) => verdict !== "").length;
      for (const day of days) {
        await runUntil(at(day, 12), hour / 2);
        const rows = await picks();
        const open = rows.filter(({ verdict }) => verdict === "");
        noons.push({ day, open, settled: rows.length - open.length });
      }
    }, 120_000);

    it("there are open picks of today or tomorrow in both streams at every noon, and results after every night", () => {
      for (const [index, { day, open, settled }] of noons.entries()) {
        for (const stream of ["regular", "pro"])
          expect(
            open.filter((pick) => pick.stream === stream && pick.game_date <= addDays(day, 1)).length,
            `${stream} ${day}`,
          ).toBeGreaterThan(0);
        expect(settled, day).toBeGreaterThan(noons[index - 1]?.settled ?? before);
      }
    });

    it("no pick waits for longer than its game takes: three hours, or its day", () => {
      for (const { day, open } of noons)
        expect(
          open.filter((pick) => hasStarted(pick, new Date(at(day, 12) - 3.5 * hour), zone)),
          day,
        ).toEqual([]);
    });

    it("each pick was published before its game's day, in the morning, and settled by the rules as the game ended", async () => {
      const moved = new Map(
        moveDates(games, dateIn(zone, new Date())).map((game) => [
          `${game.sport} ${game.date} ${game.away} @ ${game.home}`,
          game,
        ]),
      );
      const lived = (await picks()).filter(({ published_at }) => Date.parse(published_at ?? "") >= at(firstDay, 15));
      expect(lived.length).toBeGreaterThan(80);
      for (const pick of lived) {
        const publishedOn = dateIn(zone, new Date(pick.published_at ?? ""));
        expect(publishedOn < pick.game_date, `${pick.game} ${publishedOn}`).toBe(true);
        expect(pick.published_at === null || new Date(pick.published_at).getTime() >= at(publishedOn, 8)).toBe(true);
        if (pick.verdict === "") continue;
        const game = moved.get(`${pick.sport} ${pick.game_date} ${pick.away} @ ${pick.home}`);
        expect([pick.away_score, pick.home_score, pick.graded_by]).toEqual([
          game?.away_score,
          game?.home_score,
          "rule",
        ]);
        const hasOpening = pick.market === "spread" ? game?.open_spread !== null : game?.open_total !== null;
        if (pick.market === "moneyline") expect(pick.closing_odds).toBe(pick.odds);
        else expect(pick.closing_line !== "", pick.pick).toBe(hasOpening);
      }
    });

    it("the side panel names the next morning, and no pick is the other side of one on the other list", async () => {
      const { next } = await db.selectFrom("sidebar").select("next").executeTakeFirstOrThrow();
      expect(next).toBe(
        `${formatDay(new Date(at(addDays(days.at(-1) ?? "", 1), 8)).toISOString(), zone)}, 8:00 AM EST`,
      );
      const sides = new Map<string, Set<string>>();
      for (const { game_date, game, market, side, sim_confidence } of await picks()) {
        const key = [game_date, game, market].join(" | ");
        sides.set(key, (sides.get(key) ?? new Set()).add(`${side} ${sim_confidence}`));
      }
      expect([...sides].filter(([, claims]) => claims.size > 1)).toEqual([]);
    });

    it("the trail names the demo and the feed, and totals equal a fresh count", async () => {
      const jobs = await db
        .selectFrom("audit")
        .select(["action", "job"])
        .where("subject", "=", "pick")
        .distinct()
        .execute();
      expect(jobs).toEqual(
        expect.arrayContaining([
          { action: "pick.published", job: "Demo" },
          { action: "pick.settled", job: "Results feed" },
        ]),
      );
      expect(jobs.every(({ job }) => job !== null)).toBe(true);
      const { stored, counted } = await totals({ db });
      expect(stored).toEqual(counted);
    });

    it("started again at the same time, it does nothing", async () => {
      const rows = await picks();
      await liveDemo(games, () => new Date()).tick();
      expect(await picks()).toEqual(rows);
    });
  });

  describe("a demo that was off", () => {
    it("grades its old picks at once and goes on with new ones, without those of the days between", async () => {
      const last = dateIn(zone, new Date());
      const back = addDays(last, 9);
      vi.setSystemTime(at(back, 10));
      await liveDemo(games, () => new Date()).tick();
      const rows = await picks();
      const open = rows.filter(({ verdict }) => verdict === "");
      expect(open.length).toBeGreaterThan(0);
      expect(open.filter(({ game_date }) => game_date <= back)).toEqual([]);
      expect(rows.filter(({ game_date }) => game_date > addDays(last, 2) && game_date <= back)).toEqual([]);
    });

    it("is not held up by a pick that staff added for next year", async () => {
      const today = addDays(dateIn(zone, new Date()), 1);
      vi.setSystemTime(at(today, 9));
      const { id } = await db
        .selectFrom("users")
        .select("id")
        .where("email", "=", "admin@demo.test")
        .executeTakeFirstOrThrow();
      await regularPicks.addPick(actorOf("admin", id), {
        external_id: "demo-of-somebody",
        game: "A @ B",
        pick: "A ML",
        game_date: "11/01/2027",
        unit_size: "1",
        sport: "NBA",
        tag: "SIM CERTIFIED",
      });
      const before = (await picks()).length;
      await liveDemo(games, () => new Date()).tick();
      expect((await picks()).length).toBeGreaterThan(before);
    });
  });
});
