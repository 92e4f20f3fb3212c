/** What gives access to a channel is encrypted at rest, bound to its type, and decrypted only to send. */
import { randomBytes } from "node:crypto";
import { z } from "zod";
import { decrypt, encrypt } from "../encryption.server.ts";

const accessOfAnyType = z.union([z.object({ address: z.string() }), z.object({ token: z.string(), chat: z.string() })]);
/** An address to post to, or a bot's token and its chat. */
export type ChannelAccess = z.output<typeof accessOfAnyType>;

const accessSubject = "access of an operator's channel";
const secretSubject = "secret of an outgoing webhook";

export function encryptAccess(access: ChannelAccess): string {
  return encrypt(JSON.stringify(access), accessSubject);
}

/** Null when SESSION_SECRET was replaced since: the channel has to be set up again. */
export function decryptAccess(encrypted: string): ChannelAccess | null {
  const decrypted = decrypt(encrypted, accessSubject);
  return decrypted === null ? null : (accessOfAnyType.safeParse(JSON.parse(decrypted.text)).data ?? null);
}

/** A new secret in the form of Standard Webhooks: "whsec_" and 32 random bytes in base64. */
export function newWebhookSecret(): { secret: string; encrypted: string } {
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  return { secret, encrypted: encrypt(secret, secretSubject) };
}

export function decryptWebhookSecret(encrypted: string | null): string | null {
  return encrypted === null ? null : (decrypt(encrypted, secretSubject)?.text ?? null);
}

/** Encrypts anew what an older SESSION_SECRET encrypted, which will be dropped one day. Null = nothing to do. */
export function renewAccess(encrypted: string): string | null {
  return renew(encrypted, accessSubject);
}

export function renewWebhookSecret(encrypted: string | null): string | null {
  return encrypted === null ? null : renew(encrypted, secretSubject);
}

function renew(encrypted: string, subject: string): string | null {
  const decrypted = decrypt(encrypted, subject);
  return decrypted?.outdated ? encrypt(decrypted.text, subject) : null;
}
