import { createHash, randomBytes, randomInt } from "node:crypto";

/** 256 random bits as text. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A code for people to type: so many letters of the alphabet, each as likely as the others. */
export function newCode(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** SHA-256 in hex: enough for a secret that is random in itself. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
