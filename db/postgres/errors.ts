import { nameOf } from "./address.ts";

/** The transaction lost against another one and can be run again: serialization_failure, deadlock_detected. */
export function asksForRetry(error: unknown): boolean {
  return /^40(?:001|P01)$/.test(codeOf(error));
}

/**
 * The server is away, stops, is full or refuses for a reason that passes: no connection (class 08, Node's own codes, the
 * pool's), insufficient resources (53), operator intervention (57), a lock that isn't free in time (55P03), a disk that
 * fails (58030), a server that only reads (25006).
 */
export function isUnavailable(error: unknown): boolean {
  if (/^(?:08...|53...|57...|55P03|58030|25006|25P03)$/.test(codeOf(error))) return true;
  if (/^E[A-Z]+$/.test(codeOf(error))) return true;
  return (
    error instanceof Error &&
    /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error)/.test(
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
  if (isUnavailable(error)) return new Error(`${name} doesn't answer (${detail}). Check DATABASE_URL and its server.`);
  return error instanceof Error ? error : new Error(detail);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
