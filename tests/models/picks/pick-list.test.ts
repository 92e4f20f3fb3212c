import { expect, it } from "vitest";
import { env } from "../../../app/env.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf } from "../../support/database/factories.ts";
import { plansOf } from "../../support/database/sqlite-plans.ts";
import { statementsOf } from "../../support/database/statements.ts";

const member = actorOf("user");

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
    expect(plansOf(env.DATABASE, [statement])).toEqual([[expect.stringContaining(`USING INDEX ${index}`)]]);
  }
});
