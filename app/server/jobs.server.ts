import { hourMs } from "../durations.ts";
import { log, logError } from "../log.server.ts";
import { startDelivery } from "../mails/delivery.server.ts";
import { refreshOverdue } from "../models/billing/payment-report.server.ts";
import { deleteExpired } from "../models/delete-expired.server.ts";
import { startBackups } from "./backups.server.ts";
import { repeatedly } from "./repeatedly.server.ts";

export function startJobs(): () => void {
  const stops = [startDelivery(), startDeletingExpired(), startRefreshingSubscriptions(), startBackups()];
  return () => stops.forEach((stop) => stop());
}

export function startDeletingExpired(): () => void {
  return repeatedly(async (shouldContinue) => {
    try {
      const deleted = Object.entries(await deleteExpired(new Date(), shouldContinue)).filter(([, count]) => count > 0);
      if (deleted.length > 0)
        log(`Expired rows were deleted: ${deleted.map(([table, count]) => `${table} ${count}`).join(", ")}.`);
    } catch (error) {
      logError("Expired rows could not be deleted. The next try is in an hour.", error);
    }
    return hourMs;
  });
}

/** For subscriptions whose webhook events are missing. */
export function startRefreshingSubscriptions(): () => void {
  return repeatedly(async (shouldContinue) => {
    try {
      const refreshed = await refreshOverdue(new Date(), shouldContinue);
      if (refreshed > 0) log(`Subscriptions refreshed whose renewal or end Stripe did not report: ${refreshed}.`);
    } catch (error) {
      logError("Some subscriptions could not be refreshed. The next try is in an hour.", error);
    }
    return hourMs;
  });
}
