import { hourMs } from "../durations.ts";
import { log, logError } from "../log.server.ts";
import { sweepExpired } from "../models/sweep.server.ts";
import { repeatedly } from "./repeatedly.server.ts";

/** Sweeps what has expired away at the start and every hour. */
export function startSweeping(): () => void {
  return repeatedly(async (goOn) => {
    try {
      const swept = Object.entries(await sweepExpired(new Date(), goOn)).filter(([, count]) => count > 0);
      if (swept.length > 0) log(`Expired rows were deleted: ${swept.map(([table, count]) => `${table} ${count}`).join(", ")}.`);
    } catch (error) {
      logError("Expired rows could not be deleted. It is tried again in an hour.", error);
    }
    return hourMs;
  });
}
