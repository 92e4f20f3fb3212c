import { rmSync } from "node:fs";
import BetterSqlite3 from "better-sqlite3";
import fc from "fast-check";
import { Kysely, SqliteDialect } from "kysely";
import { afterAll, expect, it } from "vitest";
import { db } from "../../app/db.server.ts";
import { env } from "../../app/env.server.ts";
import { regularPicks } from "../../app/models/picks/pick.server.ts";
import { up } from "../../db/migrations/20261123_0100_corrections.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { actorOf, pickFields } from "../support/database/factories.ts";

const admin = actorOf("admin");
const { sqlite } = openDatabase(env.DATABASE_PATH);
afterAll(() => void sqlite.close());

/** When this migration ran, there were wins and losses alone. Units must suit the verdict, the price and the stake. */
const result = fc.oneof(
  fc.record({ verdict: fc.constant(""), units_result: fc.constantFrom("", "0", "-1.5") }),
  fc.record({ verdict: fc.constant("✅"), units_result: fc.constant("") }),
  fc.record({ verdict: fc.constant("❌"), units_result: fc.constant("") }),
);
const details = fc.record(
  {
    pick: fc.constantFrom("", "Knicks"),
    game_date: fc.constantFrom("", "11/20/2026"),
    sport: fc.constantFrom("NBA", "Golf"),
    sim_confidence: fc.constantFrom("", "0", "57.6"),
    unit_size: fc.constantFrom("0", "1.5"),
    closing_line: fc.constantFrom("", "+3"),
    beat_clv: fc.constantFrom("", "✅"),
    time: fc.constantFrom("", "8 PM"),
  },
  { requiredKeys: [] },
);
const change = fc.tuple(details, fc.option(result, { nil: {} })).map(([given, outcome]) => ({ ...given, ...outcome }));

async function countedFromTrail(): Promise<unknown[]> {
  const path = `${env.DATABASE_PATH}.copy`;
  rmSync(path, { force: true });
  sqlite.prepare("vacuum into ?").run(path);
  const copy = new BetterSqlite3(path);
  copy.exec("alter table pick_streams drop column changed; alter table pick_streams drop column deleted");
  // The trails that it reads are older than the word for a correction with a reason.
  copy.exec(
    "drop trigger audit_is_never_changed; update audit set action = 'pick.changed' where action = 'pick.corrected'",
  );
  await up(new Kysely<unknown>({ dialect: new SqliteDialect({ database: copy }) }));
  const rows = copy.prepare("select stream, changed, deleted from pick_streams order by stream").all();
  copy.close();
  return rows;
}

it("the migration counts the same corrections from the trail as the program does, for any history", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(3), fc.option(change)), { maxLength: 30 }), async (history) => {
      const ids: number[] = [];
      for (const [nth, changes] of history) {
        const id = ids[nth];
        if (id === undefined) ids.push((await regularPicks.addPick(admin, pickFields(changes ?? {}))).id);
        else if (changes) await regularPicks.savePick(admin, { id, ...changes, reason: "A typing error." });
        else await regularPicks.deletePick(admin, { id: ids.splice(nth, 1)[0] });
      }
      const counted = await db
        .selectFrom("pick_streams")
        .select(["stream", "changed", "deleted"])
        .orderBy("stream")
        .execute();
      expect(await countedFromTrail()).toEqual(counted);
    }),
    { numRuns: 10 },
  );
});
