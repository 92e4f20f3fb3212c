import { createHmac } from "node:crypto";
import { z } from "zod";
import { type Db, write } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit, recordRefusal } from "../trail/audit.server.ts";
import { failureLimits, fewGuesses } from "./password-check.server.ts";
import { decrypt, encrypt } from "../encryption.server.ts";
import { hashSecret, newCode } from "../secret.server.ts";
import { countAttempt, forgiveAttempt } from "../throttle.server.ts";
import { stepOfCode } from "./totp.server.ts";
import { inFours, recoveryCodeCount } from "./two-factor.ts";

// I, L, O and U are left out. 16 of these 32 characters are 80 random bits, so a plain hash is enough.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const recoveryLength = 16;
const recoveryShape = new RegExp(`^[${alphabet}]{${recoveryLength}}$`);
const enterCodeText = "Enter the 6-digit code or a recovery code.";

/** Removes blanks and dashes; null when the code is empty. */
export const presentedCode = z
  .preprocess((value) => value ?? "", z.string({ error: enterCodeText }).max(100, enterCodeText))
  .transform((text) => asCode(text))
  .refine((code) => code === "" || isTotp(code) || recoveryShape.test(code), enterCodeText)
  .transform((code) => (code === "" ? null : code));

/** Refuses with "invalid" when the code is missing. */
export function expectCode(code: string | null): string {
  if (code === null) throw Refusal.at("code", "invalid", enterCodeText);
  return code;
}

export const requiredCode = presentedCode.transform((code, issues) => {
  if (code !== null) return code;
  issues.addIssue({ code: "custom", message: enterCodeText });
  return z.NEVER;
});

interface Presented {
  userId: number;
  code: string;
  account: string;
  address: string | null;
  field?: string;
  refuseAs?: "bad-credentials" | "invalid";
}

/**
 * Uses the code up and runs `perform` in one transaction, so that a code works once. Refuses with `refuseAs`, and with
 * "too-many" after repeated wrong codes for this account or from this address.
 */
export async function withSecondFactor<R>(
  { userId, code, account, address, field = "code", refuseAs = "bad-credentials" }: Presented,
  perform: (trx: Db) => Promise<R>,
): Promise<R> {
  // One limit for all addresses: the caller knows the password, and six digits are easy to guess.
  const [own, shared] = [{ key: account, ...fewGuesses }, failureLimits(address)];
  await countAttempt([own, ...shared]);
  const outcome = await write(async (trx): Promise<{ result: R } | { refusal: string }> => {
    const refusal = await useCode(trx, userId, code);
    if (refusal === null) return { result: await perform(trx) };
    await recordRefusal(trx, "two-factor.refused", userId);
    return { refusal };
  });
  if ("refusal" in outcome)
    throw new Refusal(refuseAs, outcome.refusal, { fields: { [field]: outcome.refusal }, twoFactor: true });
  await forgiveAttempt([own], shared);
  return outcome.result;
}

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => inFours(newCode(alphabet, recoveryLength), "-"));
}

/**
 * Derives the codes from the app's secret, so that a set-up form sent twice gives the same codes. Nobody can guess them
 * without both this server's secret and the app's.
 */
export function deriveRecoveryCodes(secret: string): string[] {
  const letters = (index: number) => [
    ...createHmac("sha256", env.SESSION_SECRET[0] ?? "")
      .update(`recovery code ${index} with ${secret}`)
      .digest()
      .subarray(0, recoveryLength),
  ];
  return Array.from({ length: recoveryCodeCount }, (_code, index) =>
    inFours(
      letters(index)
        .map((byte) => alphabet[byte % alphabet.length])
        .join(""),
      "-",
    ),
  );
}

export async function storeRecoveryCodes(trx: Db, userId: number, codes: readonly string[]): Promise<void> {
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ code_hash: hashOf(userId, asCode(code)), user_id: userId })))
    .execute();
}

export async function hasAnyRecoveryCode(trx: Db, userId: number, codes: readonly string[]): Promise<boolean> {
  const hashes = codes.map((code) => hashOf(userId, asCode(code)));
  return (
    (await trx
      .selectFrom("recovery_codes")
      .select("user_id")
      .where("user_id", "=", userId)
      .where("code_hash", "in", hashes)
      .executeTakeFirst()) !== undefined
  );
}

export function encryptionContext(userId: number): string {
  return `two-factor secret of ${userId}`;
}

/** Uses a right code up and returns null; returns the reason for a wrong one. */
async function useCode(trx: Db, userId: number, code: string): Promise<string | null> {
  const row = await trx
    .selectFrom("two_factors")
    .selectAll()
    .where("user_id", "=", userId)
    .where("on_since", "is not", null)
    .executeTakeFirst();
  if (!row) return "Two-factor sign-in is not on.";
  if (!isTotp(code)) return useRecoveryCode(trx, userId, code);
  const decrypted = decrypt(row.encrypted_secret, encryptionContext(userId));
  if (decrypted === null) return "This server can no longer check codes. Use a recovery code.";
  const step = stepOfCode(code, decrypted.text, Date.now());
  if (step === null) return "The code is wrong. Check your phone's clock.";
  if (row.last_step !== null && step <= row.last_step) return "This code has already been used. Wait for the next one.";
  const encrypted_secret = decrypted.outdated
    ? encrypt(decrypted.text, encryptionContext(userId))
    : row.encrypted_secret;
  await trx
    .updateTable("two_factors")
    .set({ last_step: step, encrypted_secret })
    .where("user_id", "=", userId)
    .execute();
  return null;
}

async function useRecoveryCode(trx: Db, userId: number, code: string): Promise<string | null> {
  const used = await trx
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOf(userId, code))
    .returning("user_id")
    .executeTakeFirst();
  if (!used) return "The recovery code is wrong or has already been used.";
  await recordAudit(trx, { actorId: userId, action: "two-factor.recovery_used", subject: "user", subjectId: userId });
  return null;
}

function hashOf(userId: number, code: string): string {
  return hashSecret(`recovery code of ${userId}: ${code}`);
}

function isTotp(code: string): boolean {
  return /^\d{6}$/.test(code);
}

function asCode(text: string): string {
  const code = text.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase();
  return code.length === recoveryLength ? code.replaceAll("O", "0").replace(/[IL]/g, "1") : code;
}
