import { z } from "zod";
import { write } from "../../db.server.ts";
import { hourSeconds, minuteMs } from "../../time/durations.ts";
import { email } from "../fields.ts";
import { type Actor, operation } from "../operation.server.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { hashCode, resetToken, encryptCode } from "./reset-code.server.ts";
import { hashSecret, newCode, newSecret } from "../secret.server.ts";
import { isBrowserOf } from "../sign-in/sign-in.server.ts";
import { type Limit, atMost, countAttempt, perAddress, perAccountAndAddress, secondsLeft } from "../throttle.server.ts";

const codeMs = 10 * minuteMs;
const [digits, codeLength] = ["0123456789", 8];

export const codeRequest = z.object({ email });
/** The token is from an earlier request of the same browser. */
const request = codeRequest.extend({ reset_token: resetToken });

export interface RequestedCode {
  email: string;
  reset_token: string;
}

interface ResetPage {
  /** Null when no code was asked for. */
  email: string | null;
  /** Until another code can be asked for. */
  waitSeconds: number;
  /** True once the new password is set. */
  done: boolean;
}

const started = z.object({
  email: email.nullable().catch(null),
  reset_token: resetToken.catch(null),
  done: z.boolean().catch(false),
});

export const readResetPage = operation(
  "password.reset",
  started,
  async (actor, { email, reset_token, done }): Promise<ResetPage> => {
    if (email === null || reset_token === null || done) return { email, waitSeconds: 0, done };
    return {
      email,
      waitSeconds: await secondsLeft(await requestLimits(actor, { email, reset_token }, reset_token)),
      done,
    };
  },
);

/**
 * The code works only in the browser that asked, where it replaces an earlier one. An email without an account gets the
 * same answer after the same work. Refuses with "too-many": one code in 30 s for a browser, five an hour for an email
 * from an address and twenty from all of them, thirty in ten minutes from an address. A browser that signed in before
 * has its own five an hour.
 */
export const requestResetCode = operation("password.reset", request, (actor, input): Promise<RequestedCode> =>
  mailCode(actor, input, 1),
);

/** The API's call: a code requested without a token also works without one. */
export const requestResetCodeByCall = operation("password.reset", request, (actor, input): Promise<RequestedCode> =>
  mailCode(actor, input, input.reset_token === null ? 0 : 1),
);

async function mailCode(actor: Actor, input: z.output<typeof request>, bound: 0 | 1): Promise<RequestedCode> {
  const { email } = input;
  const reset_token = input.reset_token ?? newSecret();
  await countAttempt(await requestLimits(actor, input, reset_token));
  const now = new Date();
  await write(async (trx) => {
    const code = newCode(digits, codeLength);
    const fresh = {
      email,
      code_hash: hashCode(email, code),
      bound,
      expires_at: new Date(now.getTime() + codeMs).toISOString(),
      tries: 0,
    };
    await trx
      .insertInto("reset_codes")
      .values({ token_hash: hashSecret(reset_token), ...fresh })
      .onConflict((conflict) => conflict.column("token_hash").doUpdateSet(fresh))
      .execute();
    const user = await trx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
    if (user) await queueMail(trx, user.id, { kind: "reset-code", encrypted: encryptCode(user.id, code) }, now);
  });
  return { email, reset_token };
}

async function requestLimits(
  { address, device }: Actor,
  { email, reset_token: sentToken }: z.output<typeof request>,
  token: string,
): Promise<Limit[]> {
  const oneAtATime = (browser: string): Limit => ({ key: `reset-code:${browser}`, ...atMost(1, 30) });
  const fiveAnHour = atMost(5, hourSeconds);
  if (await isBrowserOf(email, device))
    return [
      oneAtATime(token),
      oneAtATime(`device ${device}`),
      { key: `reset-codes:${email}:device:${device}`, ...fiveAnHour },
    ];
  return [
    oneAtATime(token),
    // A browser's first request does not identify it.
    ...(sentToken === null ? [oneAtATime(`${email} ${address}`)] : []),
    ...perAccountAndAddress(`reset-codes:${email}:from`, address, fiveAnHour),
    { key: `reset-codes:${email}`, ...atMost(20, hourSeconds) },
    ...perAddress("reset-codes-from", address, atMost(30, 600)),
  ];
}
