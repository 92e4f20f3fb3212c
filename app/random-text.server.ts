import { randomBytes } from "node:crypto";

const drawnAtOnce = 4096;
let drawn = Buffer.alloc(0);
let used = 0;

const nonceBytes = 16;
/** Of every nonce: a kept page has room for exactly that. */
export const nonceLength = 22;

/** What the scripts and styles of one answer carry, which its policy names: 128 random bits in base64url. */
export function newNonce(): string {
  return randomText(nonceBytes);
}

/** So many random bytes, at most 4,096, in base64url. Drawn many at once: asking the system for each request takes as long as a statement of the database. */
export function randomText(bytes: number): string {
  if (used + bytes > drawn.length) {
    drawn = randomBytes(drawnAtOnce);
    used = 0;
  }
  used += bytes;
  return drawn.toString("base64url", used - bytes, used);
}
