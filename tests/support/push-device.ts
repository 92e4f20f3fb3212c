import { createECDH, randomBytes } from "node:crypto";

/** What a browser's subscription has, with keys of its own. */
export function newSubscription(endpoint = `https://push.example/${randomBytes(8).toString("hex")}`) {
  return {
    endpoint,
    keys: {
      p256dh: createECDH("prime256v1").generateKeys("base64url"),
      auth: randomBytes(16).toString("base64url"),
    },
  };
}
