import { afterAll, expect, it } from "vitest";
import { env } from "../../../app/env.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { actorOf } from "../../support/database/factories.ts";
import { statementsOf } from "../../support/database/statements.ts";

const member = actorOf("user");
const { sqlite } = openDatabase(env.DATABASE_PATH);
afterAll(() => void sqlite.close());

/** Most picks of a sport are settled, and most open picks have other sports, so each filter needs its index. */
it.each([
  [{ sport: "Golf" }, "picks_of_sport (stream=? AND sport=?"],
  [{ sport: "Golf", status: "settled" }, "picks_of_sport (stream=? AND sport=?"],
  [{ sport: "Golf", status: "open" }, "picks_of_stream_settled (stream=? AND settled=?"],
  [{ status: "settled" }, "picks_of_stream_settled (stream=? AND settled=?"],
  [{ sport: "All" }, "picks_of_stream (stream=?"],
])("the list filtered by %j uses only %s, on any page", async (filter, index) => {
  for (const page of [{}, { before: "99" }]) {
    const [statement = ""] = await statementsOf(() => regularPicks.listPicks(member, { ...filter, ...page }));
    const plan = sqlite
      .prepare<null[], { detail: string }>(`explain query plan ${statement}`)
      .all(...Array<null>(statement.split("?").length - 1).fill(null));
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining(`USING INDEX ${index}`)]);
  }
});
