import { hourMs } from "../durations.ts";
import { log, logError } from "../log.server.ts";
import { rereadOverdue } from "../models/payment-report.server.ts";
import { repeatedly } from "./repeatedly.server.ts";

/** Asks the payment provider about what it should have reported, at the start and every hour. */
export function startRereading(): () => void {
  return repeatedly(async (goOn) => {
    try {
      const asked = await rereadOverdue(new Date(), goOn);
      if (asked > 0) log(`Subscriptions were asked about whose renewal or end was not reported: ${asked}.`);
    } catch (error) {
      logError("Not all subscriptions whose renewal or end was not reported could be asked about. It is tried again in an hour.", error);
    }
    return hourMs;
  });
}
