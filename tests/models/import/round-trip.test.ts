/** Everything out again: the file of a stream's picks, imported, changes nothing. */
import { partsOf } from "../../support/parts-of.ts";
import { expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { resolveBet } from "../../../app/models/bets/bet-fields.ts";
import { picksCsv } from "../../../app/downloads/picks-csv.ts";
import { regularImport } from "../../../app/models/import/import.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { loadGames } from "../../../db/demo/games.ts";
import { demoPicks } from "../../../db/demo/picks.ts";
import { actorOf } from "../../support/database/factories.ts";

const today = "2026-11-21";
const admin = actorOf("admin");

it("of the demo's picks", async () => {
  const picks = demoPicks(loadGames(), today).filter(({ stream }) => stream === "regular");
  const published_at = `${today}T09:00:00.000Z`;
  await write(async (trx) => {
    for (const { published_days_before: _days, published_minute: _minute, ...pick } of picks) {
      const { bet, typedFields } = resolveBet(null, pick, env.SITE_TIMEZONE);
      const read = {
        starts_at: bet.starts_at,
        units_result: bet.units_result,
        typed_fields: JSON.stringify(typedFields),
      };
      await trx
        .insertInto("picks")
        .values({ ...pick, ...read, created_at: published_at, published_at })
        .execute();
    }
  });
  const file = (await partsOf(picksCsv(await regularPicks.listForFile(admin, { list: "all" })))).join("");
  const { counts, digest, columns, rows } = await regularImport.importText(admin, { text: file });
  expect(columns).toBe(null);
  expect(rows.filter(({ status }) => status !== "unchanged")).toEqual([]);
  expect(counts).toEqual({ created: 0, unchanged: picks.length, changed: 0, failed: 0 });
  expect(picks.length).toBeGreaterThan(2000);
  const before = await db.selectFrom("picks").selectAll().execute();
  await regularImport.importText(admin, { text: file, digest, step: "0" });
  expect(await db.selectFrom("picks").selectAll().execute()).toEqual(before);
});
