import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "../env.server.ts";

const algorithm = "aes-256-gcm";
const [ivBytes, tagBytes] = [12, 16];

interface Decrypted {
  text: string;
  /** True for a text encrypted with an older secret, which SESSION_SECRET will drop one day. */
  outdated: boolean;
}

/**
 * AES-256-GCM with a key derived from the first secret. Format: "v1." and base64url of nonce, tag and text. `subject`
 * is authenticated: decrypting with another subject fails.
 */
export function encrypt(text: string, subject: string, secrets: readonly string[] = env.SESSION_SECRET): string {
  const [secret = ""] = secrets;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret), iv, { authTagLength: tagBytes }).setAAD(Buffer.from(subject));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `v1.${Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString("base64url")}`;
}

/** Tries each secret. Null when none fits or the text was changed. */
export function decrypt(
  encrypted: string,
  subject: string,
  secrets: readonly string[] = env.SESSION_SECRET,
): Decrypted | null {
  const bytes = /^v1\.[\w-]+$/.test(encrypted) ? Buffer.from(encrypted.slice(3), "base64url") : Buffer.alloc(0);
  if (bytes.length < ivBytes + tagBytes) return null;
  for (const [index, secret] of secrets.entries()) {
    const text = decryptWith(secret, bytes, subject);
    if (text !== null) return { text, outdated: index > 0 };
  }
  return null;
}

function decryptWith(secret: string, bytes: Buffer, subject: string): string | null {
  const decipher = createDecipheriv(algorithm, keyOf(secret), bytes.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  }).setAAD(Buffer.from(subject));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return null;
  }
}

// Derives a separate key, because the secret itself signs cookies.
function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "simline sealed text", 32));
}
