import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { Refusal } from "../../refusal.ts";

// OWASP's first choice for Argon2id (the package's default algorithm): 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const slots = Math.max(1, availableParallelism() - 1);
const longestQueue = 64;
/** Of the queue, for people whom their browser, their session or a mailed code shows: however many strangers come, these get in, and go first. */
const keptPlaces = 16;
/** In UTF-16 units: 128 characters, each written as four that are two units long, which is as many as there are. */
const longestPassword = 128 * 4 * 2;

let running = 0;
const strangers: (() => void)[] = [];
const known: { who: string; begin: () => void }[] = [];

/** Argon2id of the NFKC form. `who` names whoever asks, where that is sure; null = a stranger. Refuses with "busy" when too many are waiting. */
export function hashPassword(password: string, who: string | null = null): Promise<string> {
  return inSlot(who, () => hash(normalised(password), cost));
}

/** Checks against a stored hash; without one it does the same work and answers false, so that an unknown account takes as long. `who` as for hashPassword. */
export async function passwordMatches(password: string, stored: string | undefined, who: string | null = null): Promise<boolean> {
  const against = stored ?? (await decoy);
  const matches = await inSlot(who, () => verify(against, normalised(password)));
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
async function inSlot<R>(who: string | null, work: () => Promise<R>): Promise<R> {
  if (running < slots) running += 1;
  else await waitForSlot(who);
  try {
    return await work();
  } finally {
    // Handed on, not given back: whoever comes in between would take it too.
    const next = known.shift()?.begin ?? strangers.shift();
    if (next) next();
    else running -= 1;
  }
}

function waitForSlot(who: string | null): Promise<void> {
  // One kept place each: nobody takes them all by asking many times at once.
  if (who !== null && known.length < keptPlaces && !known.some((other) => other.who === who)) return new Promise((begin) => known.push({ who, begin }));
  if (strangers.length >= longestQueue - keptPlaces) throw new Refusal("busy", "Too many people are signing in right now. Please try again in a moment.", { retryAfter: 5 });
  return new Promise((begin) => strangers.push(begin));
}
