import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "../env.server.ts";

/** Proves that this server started the checkout; anyone with a payment link can set its reference and e-mail. */
export function buyerProof(userId: number): string {
  const [signingSecret = ""] = env.SESSION_SECRET;
  return signProof(signingSecret, userId);
}

export function isBuyerProof(userId: number, proof: string): boolean {
  const received = Buffer.from(proof);
  return env.SESSION_SECRET.map((secret) => Buffer.from(signProof(secret, userId))).some(
    (expected) => expected.length === received.length && timingSafeEqual(expected, received),
  );
}

function signProof(secret: string, userId: number): string {
  return createHmac("sha256", secret).update(`checkout begun by user ${userId}`).digest("base64url");
}
