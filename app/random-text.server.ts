import { randomBytes } from "node:crypto";

const drawnAtOnce = 4096;
let drawn = Buffer.alloc(0);
let used = 0;

/** So many random bytes, at most 4,096, in base64url. Drawn many at once: asking the system for each request takes as long as a statement of the database. */
export function randomText(bytes: number): string {
  if (used + bytes > drawn.length) {
    drawn = randomBytes(drawnAtOnce);
    used = 0;
  }
  used += bytes;
  return drawn.toString("base64url", used - bytes, used);
}
