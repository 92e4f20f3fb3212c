import { Secret, TOTP } from "otpauth";
import { siteName } from "../../site.ts";

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, steps of 30 s. */
const shape = { algorithm: "SHA1", digits: 6, period: 30 } as const;
// One step to each side: phones' clocks are not exact.
const window = 1;

/** 160 random bits in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/**
 * The time step whose code this is, of those around `now` (ms): the current one, the one before and the one after. Null when it is none of theirs.
 * Source: RFC 6238, section 5.2.
 */
export function stepOfCode(code: string, secret: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const delta = TOTP.validate({ ...shape, token: code, secret: Secret.fromBase32(secret), timestamp: now, window });
  return delta === null ? null : TOTP.counter({ period: shape.period, timestamp: now }) + delta;
}

/** What the QR code says, in the authenticator apps' own format. */
export function totpLink(secret: string, email: string): string {
  return new TOTP({ ...shape, issuer: siteName, label: email, secret: Secret.fromBase32(secret) }).toString();
}
