import { createHash, randomBytes } from "node:crypto";

/** 256 random bits as text. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 in hex: enough for a secret that is random in itself. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
