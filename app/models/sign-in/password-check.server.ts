import { daySeconds, hourSeconds } from "../../durations.ts";
import { passwordMatches } from "./password.server.ts";
import type { Limit } from "../throttle.server.ts";
import { atMost, countAttempt, forgiveAttempt, fromAddress, fromAddressAt } from "../throttle.server.ts";

interface Guess {
  /** Whose password is guessed, and by whom where that is known: each has an allowance of its own. */
  account: string;
  /** Where strangers guess from; null for somebody of the account's own, whom strangers behind the same address must not lock out. */
  address: string | null;
  password: string;
  /** The hash, undefined for an unknown account. */
  stored: string | undefined;
  /** Who guesses, for a kept place in the queue; null = a stranger. */
  who: string | null;
}

interface GuessLimits {
  /** Begin anew after a right guess. */
  cleared: Limit[];
  /** Get this one attempt back. */
  returned: Limit[];
}

/** True when the password is the stored one. Refuses with "too-many" after repeated wrong ones of this account or address. */
export async function checkPassword({ account, address, password, stored, who }: Guess): Promise<boolean> {
  const { cleared, returned } = guessLimits(account, address);
  await countAttempt([...cleared, ...returned]);
  // Refused for want of a free core, nothing was tried: it must not count.
  const matches = await passwordMatches(password, stored, who).catch(async (error: unknown) => {
    await forgiveAttempt([], [...cleared, ...returned]);
    throw error;
  });
  if (!matches) return false;
  await forgiveAttempt(cleared, returned);
  return true;
}

/** Five wrong guesses, then waits that double from a minute to an hour. */
export const fewGuesses: Omit<Limit, "key"> = { attempts: 5, windowSeconds: daySeconds, waitSeconds: 60, longestWaitSeconds: hourSeconds };

/** Thirty wrong passwords and codes in ten minutes from an address, whoever it is that shares it. */
export function failuresFrom(address: string | null): Limit[] {
  return address === null ? [] : fromAddress("sign-in-from", address, atMost(30, 600));
}

/** Of strangers a few for each address, so that nobody keeps the others from trying, and fifty an hour all together. */
function guessLimits(account: string, address: string | null): GuessLimits {
  if (address === null) return { cleared: [{ key: account, ...fewGuesses }], returned: [] };
  return { cleared: fromAddressAt(`${account}:from`, address, fewGuesses), returned: [{ key: account, ...atMost(50, hourSeconds) }, ...failuresFrom(address)] };
}
