/** The process beside the demo's server that grades its picks and publishes new ones. Run by demo.ts, and ends with it. */
import { secondMs } from "../app/time/durations.ts";
import { loadGames } from "./demo/games.ts";

const everyMs = 20 * secondMs;

process.once("disconnect", () => process.exit(0));
const { whileHolding } = await import("../app/server/lease-holder.server.ts");
const { repeatedly } = await import("../app/repeatedly.server.ts");
const { liveDemo } = await import("./demo/live.ts");
const demo = liveDemo(loadGames(), () => new Date());
whileHolding("demo", () =>
  repeatedly("demo", async () => {
    await demo.tick().catch((error: unknown) => console.error("The demo could not grade or publish its picks:", error));
    return everyMs;
  }),
);
