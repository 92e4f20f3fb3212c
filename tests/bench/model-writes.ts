/** Publishes and settles picks through the model for some seconds. Prints {"perSecond", "p99Ms"} for these pairs. */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { SignedInActor } from "../../app/models/operation.server.ts";
import { regularPicks } from "../../app/models/picks/pick.server.ts";
import { formatCalendarDate } from "../../app/time/calendar-date.ts";
import { percentile } from "./figures.ts";
import { today } from "./seed.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "3" }, pause: { type: "string", default: "0" } },
});
const admin: SignedInActor = {
  person: {
    id: 5001,
    name: "Admin",
    email: "admin@bench.test",
    role: "admin",
    lapsed: false,
    twoFactorDue: false,
    odds: "american",
    epoch: 0,
  },
  key: null,
  session: null,
  address: "192.0.2.1",
  device: null,
};
const fields = {
  game: "Harbor City @ Bay Point",
  game_date: formatCalendarDate(today()),
  time: "7:30 PM",
  pick: "Bay Point +2.5",
  sport: "NBA",
  tag: "SIM CERTIFIED",
  sim_confidence: "57.6",
  unit_size: "1.5",
  verdict: "",
  closing_line: "",
  beat_clv: "",
  units_result: "",
};

const times: number[] = [];
const began = performance.now();
while (performance.now() - began < Number(values.seconds) * 1000) {
  const before = performance.now();
  const { id, version } = await regularPicks.addPick(admin, fields);
  await regularPicks.savePick(admin, { id: String(id), version: String(version), verdict: "✅", units_result: "1.36" });
  times.push(performance.now() - before);
  if (values.pause !== "0") await sleep(Number(values.pause));
}
console.log(
  JSON.stringify({ perSecond: (times.length * 1000) / (performance.now() - began), p99Ms: percentile(times, 0.99) }),
);
