import { randomBytes } from "node:crypto";
import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";

// OWASP's first choice for Argon2id (the package's default algorithm): 19 MiB, two passes, one lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Of this process: all together leave one core free. */
const slots = Math.max(1, Math.floor((availableParallelism() - 1) / env.WORKERS));
const longestQueue = 64;
/** Callers known by browser, session or mailed code use these places. Strangers can't take them, and wait longer. */
const reservedPlaces = 16;
/** The limit in UTF-16 units: 128 characters of at most four code points of two units each. */
const longestPassword = 128 * 4 * 2;

/**
 * Stored for an account without a password. It is no hash of any password, and checking one against it takes as long as
 * against another: the cost is the same.
 */
export const noPassword = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

let running = 0;
const strangers: (() => void)[] = [];
const knownCallers: { who: string; begin: () => void }[] = [];

/** Argon2id. `who` identifies a known caller; null = a stranger. Refuses with "busy" when the queue is full. */
export function hashPassword(password: string, who: string | null = null): Promise<string> {
  return inSlot(who, () => hash(normalised(password), cost));
}

/** Without a stored hash it does the same work and returns false, so that an unknown account takes as long. */
export async function passwordMatches(
  password: string,
  stored: string | undefined,
  who: string | null = null,
): Promise<boolean> {
  const against = stored ?? (await decoy);
  const matches = await inSlot(who, () => verify(against, normalised(password)));
  return matches && stored !== undefined;
}

/**
 * Normalises to NFKC. A text longer than any password stays as it is: normalising a long row of accents takes seconds.
 */
export function normalised(password: string): string {
  return password.length > longestPassword ? password : password.normalize("NFKC");
}

// Made at startup: if it were made on first use, the first unknown account would take twice as long.
const decoy = hash(randomBytes(32).toString("base64url"), cost);

// A hash takes a core for tens of milliseconds. More at once than there are spare cores would delay pages.
async function inSlot<R>(who: string | null, work: () => Promise<R>): Promise<R> {
  if (running < slots) running += 1;
  else await waitForSlot(who);
  try {
    return await work();
  } finally {
    // Passes the slot on. If it were freed, a new caller could take it as well.
    const next = knownCallers.shift()?.begin ?? strangers.shift();
    if (next) next();
    else running -= 1;
  }
}

function waitForSlot(who: string | null): Promise<void> {
  // One reserved place per caller: parallel requests can't take them all.
  if (who !== null && knownCallers.length < reservedPlaces && !knownCallers.some((other) => other.who === who))
    return new Promise((begin) => knownCallers.push({ who, begin }));
  if (strangers.length >= longestQueue - reservedPlaces)
    throw new Refusal("busy", "Too many people are signing in right now. Please try again in a moment.", {
      retryAfter: 5,
    });
  return new Promise((begin) => strangers.push(begin));
}
