import { daySeconds, hourSeconds } from "../durations.ts";
import { passwordMatches } from "./password.server.ts";
import type { Limit } from "./throttle.server.ts";
import { atMost, countAttempt, forgiveAttempt } from "./throttle.server.ts";

interface Guess {
  /** Whose password is guessed, and where: each has an allowance of its own. */
  account: string;
  /** Null for a browser of the account's own: strangers behind the same address must not lock it out. */
  address: string | null;
  password: string;
  /** The hash, undefined for an unknown account. */
  stored: string | undefined;
}

/** True when the password is the stored one. Refuses with "too-many" after repeated wrong ones of this account or address. */
export async function checkPassword({ account, address, password, stored }: Guess): Promise<boolean> {
  const limits = guessLimits(account, address);
  await countAttempt([limits.account, ...limits.shared]);
  // Refused for want of a free core, nothing was tried: it must not count.
  const matches = await passwordMatches(password, stored).catch(async (error: unknown) => {
    await forgiveAttempt([], [limits.account, ...limits.shared]);
    throw error;
  });
  if (!matches) return false;
  await forgiveAttempt([limits.account], limits.shared);
  return true;
}

/** Five wrong guesses of an account, then waits that double from a minute to an hour; thirty of an address in ten minutes, whoever it is that shares it. */
export function guessLimits(account: string, address: string | null): { account: Limit; shared: Limit[] } {
  return {
    account: { key: account, attempts: 5, windowSeconds: daySeconds, waitSeconds: 60, longestWaitSeconds: hourSeconds },
    shared: address === null ? [] : [{ key: `sign-in-from:${address}`, ...atMost(30, 600) }],
  };
}
