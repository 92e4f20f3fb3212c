import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { App, Client } from "./app/app.ts";
import { testPassword } from "./database/factories.ts";

export const stepSeconds = 30;

export function totpCodeOf(secret: string, at: number = Date.now()): string {
  return TOTP.generate({
    secret: Secret.fromBase32(secret.replaceAll(" ", "")),
    algorithm: "SHA1",
    digits: 6,
    period: stepSeconds,
    timestamp: at,
  });
}

export function wrongCode(secret: string, at: number = Date.now()): string {
  const near = [-2, -1, 0, 1, 2].map((step) => totpCodeOf(secret, at + step * stepSeconds * 1000));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !near.includes(code)) ?? "";
}

export function keyOf(html: string): string {
  const key = /<code><b>([A-Z2-7 ]+)<\/b><\/code>/.exec(html)?.[1];
  if (key === undefined) throw new Error("The page shows no key.");
  return key;
}

export function recoveryCodesOf(html: string): string[] {
  return /<pre><code>([^<]*)<\/code><\/pre>/.exec(html)?.[1]?.split("\n") ?? [];
}

export const setUpPath = "/profile/two-factor";

export async function turnOn(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  expect((await client.post(setUpPath, { step: "begin" })).status).toBe(303);
  const secret = keyOf(await client.text(setUpPath));
  const answer = await client.post(setUpPath, { step: "on", current_password: testPassword, code: totpCodeOf(secret) });
  expect(answer.status).toBe(200);
  return { secret, recoveryCodes: recoveryCodesOf(await answer.text()) };
}

/** Forgets the last used code, so that a test can use the next one without waiting 30 s. */
export async function forgetLastCode({ db }: App): Promise<void> {
  await db.updateTable("two_factors").set({ last_step: 1 }).where("on_since", "is not", null).execute();
}
