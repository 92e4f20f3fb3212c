import { logError } from "../log.server.ts";
import { type Lease, type Seen, LeaseLost, beat, beatMs, tryLease, underLease } from "../models/upkeep/lease.server.ts";
import { listJobs, repeatedly } from "../repeatedly.server.ts";

type Stop = () => void;

/**
 * Runs work in one process of all that share the database: calls `start` when this process gets the lease `name`, and what
 * it returned when the lease is lost.
 */
export function whileHolding(name: string, start: () => Promise<Stop> | Stop): Stop {
  let held: { lease: Lease; stop: Stop } | null = null;
  let seen: Seen | null = null;
  const letGo = () => {
    held?.stop();
    held = null;
  };
  let failed = false;
  const stopLoop = repeatedly(
    "lease",
    async (shouldContinue) => {
      try {
        if (held !== null && !(await beat(held.lease, JSON.stringify(listJobs())))) letGo();
        if (held === null && shouldContinue()) {
          const found = await tryLease(name, seen);
          seen = "at" in found ? found : null;
          if (!("at" in found)) held = { lease: found, stop: await underLease(found, start) };
        }
        failed = false;
      } catch (error) {
        // What runs says itself what it can't do; without a lease nothing would.
        if (held === null && !failed && !(error instanceof LeaseLost))
          logError(`The lease "${name}" could not be taken. It is tried again`, error);
        failed = true;
      }
      return beatMs;
    },
    0,
  );
  return () => {
    stopLoop();
    letGo();
  };
}
