/** The process beside the demo's server that grades its picks and publishes new ones. Run by demo.ts, and ends with it. */
import { setTimeout as pause } from "node:timers/promises";
import { secondMs } from "../app/time/durations.ts";
import { loadGames } from "./demo/games.ts";

const everyMs = 20 * secondMs;

process.once("disconnect", () => process.exit(0));
const { liveDemo } = await import("./demo/live.ts");
const demo = liveDemo(loadGames(), () => new Date());
for (;;) {
  await demo.tick().catch((error: unknown) => console.error("The demo could not grade or publish its picks:", error));
  await pause(everyMs);
}
