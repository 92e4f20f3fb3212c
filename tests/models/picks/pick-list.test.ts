import { afterAll, expect, it } from "vitest";
import { env } from "../../../app/env.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { openDatabase } from "../../../db/sqlite/open.ts";
import { actorOf } from "../../support/database/factories.ts";
import { statementsOf } from "../../support/database/statements.ts";

const member = actorOf("user");
const { sqlite } = openDatabase(env.DATABASE_PATH);
afterAll(() => void sqlite.close());

/** Of a sport most are settled, of the open ones most are of other sports: neither may be looked for among the others. */
it.each([
  [{ sport: "Golf" }, "picks_of_sport (stream=? AND sport=?"],
  [{ sport: "Golf", status: "settled" }, "picks_of_sport (stream=? AND sport=?"],
  [{ sport: "Golf", status: "open" }, "picks_of_stream_settled (stream=? AND settled=?"],
  [{ status: "settled" }, "picks_of_stream_settled (stream=? AND settled=?"],
  [{ sport: "All" }, "picks_of_stream (stream=?"],
])("the list of %j goes through %s alone, from the first page to the last", async (filter, index) => {
  for (const page of [{}, { before: "99" }]) {
    const [statement = ""] = await statementsOf(() => regularPicks.listPicks(member, { ...filter, ...page }));
    const plan = sqlite.prepare<null[], { detail: string }>(`explain query plan ${statement}`).all(...Array<null>(statement.split("?").length - 1).fill(null));
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining(`USING INDEX ${index}`)]);
  }
});
