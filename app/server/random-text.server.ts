import { randomBytes } from "node:crypto";

const nonceBytes = 16;

/** What the scripts and styles of one answer carry, which its policy names: 128 random bits in base64url. */
export function newNonce(): string {
  return randomText(nonceBytes);
}

/** So many random bytes in base64url. */
export function randomText(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}
