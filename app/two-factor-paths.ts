/** Where the steps of setting up two-factor sign-in lead. Pure. */
import { twoFactorPath } from "./paths.ts";

/** Null where the page itself shows what came of it: recovery codes, this once. */
export function afterTwoFactorStep(done: "begun" | "on" | "renewed" | "off"): { to: string; notice?: string } | null {
  if (done === "begun") return { to: twoFactorPath };
  return done === "off" ? { to: twoFactorPath, notice: "Two-factor sign-in is off." } : null;
}
