import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { passwordsDifferText } from "./new-password.ts";
import { normalised } from "./password.server.ts";

// Relative to the working directory: the built server is one file in another folder.
const common = new Set(
  readFileSync(join("app", "models", "sign-in", "common-passwords.txt"), "utf8")
    .trimEnd()
    .split("\n"),
);

/**
 * 8 to 128 characters in NFKC form, not a common password in upper or lower case. Never trimmed; hashPassword
 * normalises it.
 */
export const newPassword = z.string({ error: "Enter a new password." }).superRefine((password, issues) => {
  const problem = problemOf(normalised(password));
  if (problem !== null) issues.addIssue({ code: "custom", message: problem });
});

/** Forms ask for the password twice; API calls may omit the second one. */
export const sameTwice = z.refine<{ password: string; confirm_password?: string }>(
  (input) => input.confirm_password === undefined || input.confirm_password === input.password,
  // `when`: this error is reported together with errors of the fields themselves.
  { path: ["confirm_password"], message: passwordsDifferText, when: () => true },
);

function problemOf(password: string): string | null {
  const { length } = [...password];
  if (length < 8) return "Use at least 8 characters.";
  if (length > 128) return "Use at most 128 characters.";
  // Lone surrogates all become the same character in the hash.
  if (/\p{Surrogate}/u.test(password)) return "Contains a character that can't be stored.";
  return common.has(password.toLowerCase())
    ? "This password is too common. Choose one that others would not guess."
    : null;
}
