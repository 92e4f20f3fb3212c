/** What the server does outside of requests. */
import { hourMs } from "../durations.ts";
import { log, logError } from "../log.server.ts";
import { startDelivery } from "../mails/delivery.server.ts";
import { rereadOverdue } from "../models/billing/payment-report.server.ts";
import { deleteExpired } from "../models/delete-expired.server.ts";
import { startBackups } from "./backups.server.ts";
import { repeatedly } from "./repeatedly.server.ts";

/** Starts all of them, and gives what stops them. */
export function startJobs(): () => void {
  const stops = [startDelivery(), startDeletingExpired(), startRereading(), startBackups()];
  return () => stops.forEach((stop) => stop());
}

/** Deletes what has expired, at the start and every hour. */
export function startDeletingExpired(): () => void {
  return repeatedly(async (goOn) => {
    try {
      const swept = Object.entries(await deleteExpired(new Date(), goOn)).filter(([, count]) => count > 0);
      if (swept.length > 0) log(`Expired rows were deleted: ${swept.map(([table, count]) => `${table} ${count}`).join(", ")}.`);
    } catch (error) {
      logError("Expired rows could not be deleted. It is tried again in an hour.", error);
    }
    return hourMs;
  });
}

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
