import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "../refusal.ts";

// OWASP's first choice for Argon2id (the package's default algorithm): 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const slots = Math.max(1, availableParallelism() - 1);
const longestQueue = 64;
/** In UTF-16 units: 128 characters, each written as four that are two units long, which is as many as there are. */
const longestPassword = 128 * 4 * 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Argon2id of the NFKC form. Refuses with "busy" when too many are waiting. */
export function hashPassword(password: string): Promise<string> {
  return inSlot(() => hash(normalised(password), cost));
}

/** Checks against a stored hash; without one it does the same work and answers false, so that an unknown account takes as long. */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const against = stored ?? (await decoy);
  const matches = await inSlot(() => verify(against, normalised(password)));
  return matches && stored !== undefined;
}

/**
 * The form in which passwords are compared: NFKC. What is longer than any of them stays as it is, since it fits none, and normalising a long
 * row of accents takes seconds.
 */
export function normalised(password: string): string {
  return password.length > longestPassword ? password : password.normalize("NFKC");
}

// Made at the start: made on first use, the first unknown account would take twice as long.
const decoy = hash(randomBytes(32).toString("base64url"), cost);

// A hash holds a core for tens of milliseconds: more at once than spare cores and the pages wait for them.
async function inSlot<R>(work: () => Promise<R>): Promise<R> {
  if (running < slots) running += 1;
  else await waitForSlot();
  try {
    return await work();
  } finally {
    // Handed on, not given back: whoever comes in between would take it too.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

function waitForSlot(): Promise<void> {
  if (waiting.length >= longestQueue) throw new Refusal("busy", "Too many people are signing in right now. Please try again in a moment.", { retryAfter: 5 });
  return new Promise((resolve) => waiting.push(resolve));
}
