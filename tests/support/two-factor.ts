/** An authenticator app for tests. */
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { App, Client } from "./app/app.ts";
import { testPassword } from "./database/factories.ts";

export const stepSeconds = 30;

/** The code that an app with this secret shows at that time (ms). */
export function codeOf(secret: string, at: number = Date.now()): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret.replaceAll(" ", "")), algorithm: "SHA1", digits: 6, period: stepSeconds, timestamp: at });
}

/** Six digits that are none of the codes around that time. */
export function wrongCode(secret: string, at: number = Date.now()): string {
  const near = [-2, -1, 0, 1, 2].map((step) => codeOf(secret, at + step * stepSeconds * 1000));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? "";
}

/** The key that the set-up page shows to be typed. */
export function keyOf(html: string): string {
  const key = /<code><b>([A-Z2-7 ]+)<\/b><\/code>/.exec(html)?.[1];
  if (key === undefined) throw new Error("The page shows no key.");
  return key;
}

export function recoveryCodesOf(html: string): string[] {
  return /<pre><code>([^<]*)<\/code><\/pre>/.exec(html)?.[1]?.split("\n") ?? [];
}

export const setUpPath = "/profile/two-factor";

/** Turns it on through the pages, as a person without scripts would. */
export async function turnOn(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  expect((await client.post(setUpPath, { step: "begin" })).status).toBe(303);
  const secret = keyOf(await client.text(setUpPath));
  const answer = await client.post(setUpPath, { step: "on", current_password: testPassword, code: codeOf(secret) });
  expect(answer.status).toBe(200);
  return { secret, recoveryCodes: recoveryCodesOf(await answer.text()) };
}

/** As if nobody had given a code yet: the next one need not be waited for. */
export async function forgetLastCode({ db }: App): Promise<void> {
  await db.updateTable("two_factors").set({ last_step: 1 }).where("on_since", "is not", null).execute();
}
