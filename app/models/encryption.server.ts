import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "../env.server.ts";

const algorithm = "aes-256-gcm";
const [ivBytes, tagBytes] = [12, 16];

/** A text that can be read back, and with which key. */
interface Opened {
  text: string;
  /** True when it was sealed with an older secret, which will be taken out of SESSION_SECRET one day. */
  outdated: boolean;
}

/**
 * Encrypts a text with a key derived from the first of the secrets: AES-256-GCM, "v1." and then nonce, tag and text in base64url.
 * `subject` says what it is and whose: opened as anything else, it does not open.
 */
export function encrypt(text: string, subject: string, secrets: readonly string[] = env.SESSION_SECRET): string {
  const [secret = ""] = secrets;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret), iv, { authTagLength: tagBytes }).setAAD(Buffer.from(subject));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** Reads it back with whichever of the secrets sealed it; null when none did, or it was changed. */
export function decrypt(sealed: string, subject: string, secrets: readonly string[] = env.SESSION_SECRET): Opened | null {
  const bytes = /^v1\.[\w-]+$/.test(sealed) ? Buffer.from(sealed.slice(3), "base64url") : Buffer.alloc(0);
  if (bytes.length < ivBytes + tagBytes) return null;
  for (const [index, secret] of secrets.entries()) {
    const text = openWith(secret, bytes, subject);
    if (text !== null) return { text, outdated: index > 0 };
  }
  return null;
}

function openWith(secret: string, bytes: Buffer, subject: string): string | null {
  const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, ivBytes), { authTagLength: tagBytes }).setAAD(Buffer.from(subject));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

// A key of its own: what signs cookies must not also encrypt.
function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "simline sealed text", 32));
}
