import { Secret, TOTP } from "otpauth";
import { siteName } from "../../site.ts";

const shape = { algorithm: "SHA1", digits: 6, period: 30 } as const;
// One step to each side: phones' clocks are not exact.
const window = 1;

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The time step of the code: at `now` (ms), one before or one after; else null. Source: RFC 6238, section 5.2. */
export function stepOfCode(code: string, secret: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = TOTP.validate({ ...shape, token: code, secret: Secret.fromBase32(secret), timestamp: now, window });
  return delta === null ? null : TOTP.counter({ period: shape.period, timestamp: now }) + delta;
}

export function totpLink(secret: string, email: string): string {
  return new TOTP({ ...shape, issuer: siteName(), label: email, secret: Secret.fromBase32(secret) }).toString();
}
