import { nameOf } from "./address.ts";

/** The transaction lost against another one and can be run again: serialization_failure, deadlock_detected. */
export function asksForRetry(error: unknown): boolean {
  return /^40(?:001|P01)$/.test(codeOf(error));
}

/** A lock wasn't free in time, the disk is full or fails, or the server only reads (lock_not_available, 53100, 58030, 25006). */
export function isBusy(error: unknown): boolean {
  return /^(?:55P03|53100|58030|25006)$/.test(codeOf(error));
}

/**
 * The server is away, stops or takes no more connections: no connection (class 08, Node's own codes, the driver's own
 * words), insufficient resources (53), operator intervention (57), a transaction that was idle for too long (25P03).
 */
export function isAway(error: unknown): boolean {
  if (/^(?:08...|53...|57...|25P03|E[A-Z]+)$/.test(codeOf(error))) return !isBusy(error);
  return (
    error instanceof Error &&
    /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
      error.message,
    )
  );
}

/** One line for the operator. */
export function inWords(address: string, error: unknown): Error {
  const code = codeOf(error);
  const name = nameOf(address);
  const detail = error instanceof Error ? error.message || code : String(error);
  if (code === "3D000") return new Error(`${name} does not exist. Create it: createdb`);
  if (code === "28P01" || code === "28000")
    return new Error(`${name} refuses this user or password. Check DATABASE_URL.`);
  if (code === "42501") return new Error(`${name}: this user may not do that (${detail}).`);
  if (isAway(error)) return new Error(`${name} doesn't answer (${detail}). Check DATABASE_URL and its server.`);
  return error instanceof Error ? error : new Error(detail);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
