import { randomBytes } from "node:crypto";

const nonceBytes = 16;

/** The CSP nonce of one response: 128 random bits in base64url. */
export function newNonce(): string {
  return randomText(nonceBytes);
}

export function randomText(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}
