import { daySeconds, hourSeconds } from "../../time/durations.ts";
import { passwordMatches } from "./password.server.ts";
import {
  type Limit,
  atMost,
  countAttempt,
  forgiveAttempt,
  perAddress,
  perAccountAndAddress,
} from "../throttle.server.ts";

interface Guess {
  /** The throttle key: the account and, if known, the guesser. Each has its own allowance. */
  account: string;
  /** Null for the account's own user, whom strangers behind the same address must not lock out. */
  address: string | null;
  password: string;
  stored: string | undefined;
  /** Names the guesser, for a reserved place in the queue; null = a stranger. */
  who: string | null;
}

interface GuessLimits {
  cleared: Limit[];
  returned: Limit[];
}

/** Refuses with "too-many" after repeated wrong passwords for this account or from this address. */
export async function checkPassword({ account, address, password, stored, who }: Guess): Promise<boolean> {
  const { cleared, returned } = guessLimits(account, address);
  await countAttempt([...cleared, ...returned]);
  // After a "busy" no password was checked, so the attempt must not count.
  const matches = await passwordMatches(password, stored, who).catch(async (error: unknown) => {
    await forgiveAttempt([], [...cleared, ...returned]);
    throw error;
  });
  if (!matches) return false;
  await forgiveAttempt(cleared, returned);
  return true;
}

export const fewGuesses: Omit<Limit, "key"> = {
  attempts: 5,
  windowSeconds: daySeconds,
  waitSeconds: 60,
  longestWaitSeconds: hourSeconds,
};

export function failureLimits(address: string | null): Limit[] {
  return address === null ? [] : perAddress("sign-in-from", address, atMost(30, 600));
}

/**
 * Allows five guesses per address, so that one stranger can't lock out the others, and fifty an hour for all strangers
 * together.
 */
function guessLimits(account: string, address: string | null): GuessLimits {
  if (address === null) return { cleared: [{ key: account, ...fewGuesses }], returned: [] };
  return {
    cleared: perAccountAndAddress(`${account}:from`, address, fewGuesses),
    returned: [{ key: account, ...atMost(50, hourSeconds) }, ...failureLimits(address)],
  };
}
