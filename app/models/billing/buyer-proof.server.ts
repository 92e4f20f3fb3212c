import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "../../env.server.ts";

/**
 * Says in a checkout that this server began it for a member who was signed in. Whoever has a payment link of the same account chooses its
 * reference and its e-mail, but can't make this.
 */
export function buyerProof(userId: number): string {
  const [signingSecret = ""] = env.SESSION_SECRET;
  return proofWith(signingSecret, userId);
}

/** Whether it does, by whichever of the secrets made it. */
export function isBuyerProof(userId: number, proof: string): boolean {
  const given = Buffer.from(proof);
  return env.SESSION_SECRET.map((secret) => Buffer.from(proofWith(secret, userId))).some((right) => right.length === given.length && timingSafeEqual(right, given));
}

function proofWith(secret: string, userId: number): string {
  return createHmac("sha256", secret).update(`checkout begun by user ${userId}`).digest("base64url");
}
