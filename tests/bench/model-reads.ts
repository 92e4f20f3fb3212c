/** A program: the history operations of the model on DATABASE_PATH, and what their SQL took. Prints {"p95Ms", "statements", "rows"}. */
import { parseArgs } from "node:util";
import { addDays } from "../../app/models/calendar-date.ts";
import type { SignedInActor } from "../../app/models/operation.server.ts";
import { proPicks, regularPicks } from "../../app/models/pick.server.ts";
import { openOwnCard } from "../../app/models/saved-pick.server.ts";
import { percentile } from "./figures.ts";
import { today } from "./seed.ts";
import type { SqlTimes } from "./sql-times.ts";
import { sqlOf } from "./sql-times.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "20" } } });
const member: SignedInActor = { person: { id: 1, name: "Member", email: "member1@bench.test", role: "user", lapsed: false, twoFactorDue: false, epoch: 0 }, session: null, address: "192.0.2.1", device: null };
const filters = [{}, { sport: "NBA" }, { sport: "Other" }, { range: "last30" }, { start: addDays(today(), -365), end: today() }];
const orders = [{}, { sort: "oldest" }, { page: "9999999" }, { sort: "oldest", page: "9999999" }, { page: "7" }];

const work = filters.flatMap((filter) => [
  ...orders.flatMap((order) => [regularPicks.listSettledPicks, proPicks.listSettledPicks].map((list) => () => list(member, { ...filter, ...order }))),
  () => openOwnCard(member, { tab: "results", ...filter }),
  () => regularPicks.findRecord(member, filter),
]);

// The totals of all years are read once, and every statement is made ready.
for (const one of work) await one();
const times: SqlTimes[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) for (const one of work) times.push(await sqlOf(one));
const most = (name: keyof SqlTimes) => Math.max(...times.map((time) => time[name]));
console.log(JSON.stringify({ p95Ms: percentile(times.map(({ ms }) => ms), 0.95), statements: most("statements"), rows: most("rows") }));
