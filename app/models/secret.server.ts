import { createHash, randomBytes, randomInt } from "node:crypto";

/** 256 random bits in base64url. Store only the hash. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function newCode(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** SHA-256 in hex. Enough for random secrets, not for passwords. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
