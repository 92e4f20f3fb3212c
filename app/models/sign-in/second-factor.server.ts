import { createHmac } from "node:crypto";
import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { write } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit, recordRefusal } from "../trail/audit.server.ts";
import { failuresFrom, fewGuesses } from "./password-check.server.ts";
import { decrypt, encrypt } from "../encryption.server.ts";
import { hashSecret, newCode } from "../secret.server.ts";
import { countAttempt, forgiveAttempt } from "../throttle.server.ts";
import { stepOfCode } from "./totp.server.ts";
import { inFours, recoveryCodeCount } from "./two-factor.ts";

// 32 letters and digits without I, L, O and U: 16 of them are 80 random bits, for which a plain hash is enough.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const recoveryLength = 16;
const recoveryShape = new RegExp(`^[${alphabet}]{${recoveryLength}}$`);
const wantsCode = "Enter the 6 digits of the code, or a recovery code.";

/** The six digits of an authenticator app or a recovery code, with blanks and dashes as people type them; null when empty. */
export const presentedCode = z.preprocess((value) => value ?? "", z.string({ error: wantsCode }).max(100, wantsCode))
  .transform((text) => asCode(text))
  .refine((code) => code === "" || isTotp(code) || recoveryShape.test(code), wantsCode)
  .transform((code) => (code === "" ? null : code));

/** The same, where empty is refused. */
export const requiredCode = presentedCode.transform((code, issues) => {
  if (code !== null) return code;
  issues.addIssue({ code: "custom", message: wantsCode });
  return z.NEVER;
});

interface Presented {
  userId: number;
  code: string;
  /** Whose guesses are counted together, and from where: see Guess. */
  account: string;
  address: string | null;
  /** The field that the code came in. */
  field?: string;
  /** "invalid" for whoever is signed in. */
  refuseAs?: "bad-credentials" | "invalid";
}

/**
 * Takes a code, once, and does what it is for in the same transaction: of two that give the same code at once, one gets through. Refuses with
 * "bad-credentials" or as asked, and with "too-many" after repeated wrong ones of this account or address.
 */
export async function withSecondFactor<R>({ userId, code, account, address, field = "code", refuseAs = "bad-credentials" }: Presented, perform: (trx: Db) => Promise<R>): Promise<R> {
  // All addresses together: who gets this far knows the password, and of six digits there are few.
  const [own, shared] = [{ key: account, ...fewGuesses }, failuresFrom(address)];
  await countAttempt([own, ...shared]);
  const outcome = await write(async (trx): Promise<{ result: R } | { refusal: string }> => {
    const refusal = await accept(trx, userId, code);
    if (refusal === null) return { result: await perform(trx) };
    await recordRefusal(trx, "two-factor.refused", userId);
    return { refusal };
  });
  if ("refusal" in outcome) throw new Refusal(refuseAs, outcome.refusal, { fields: { [field]: outcome.refusal }, twoFactor: true });
  await forgiveAttempt([own], shared);
  return outcome.result;
}

/** Ten random recovery codes, in groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => inFours(newCode(alphabet, recoveryLength), "-"));
}

/** The recovery codes that come with the secret of an authenticator app: the same ones when its set-up form is sent again. Random to all who don't have this server's secret and that one. */
export function recoveryCodesWith(secret: string): string[] {
  const letters = (index: number) => [...createHmac("sha256", env.SESSION_SECRET[0] ?? "").update(`recovery code ${index} with ${secret}`).digest().subarray(0, recoveryLength)];
  return Array.from({ length: recoveryCodeCount }, (_code, index) => inFours(letters(index).map((byte) => alphabet[byte % alphabet.length]).join(""), "-"));
}

/** Puts them in the place of a person's recovery codes. Only their hashes are stored. */
export async function storeRecoveryCodes(trx: Db, userId: number, codes: readonly string[]): Promise<void> {
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await trx.insertInto("recovery_codes").values(codes.map((code) => ({ code_hash: hashOf(userId, asCode(code)), user_id: userId }))).execute();
}

/** Whether one of them still counts. */
export async function countsRecoveryCode(trx: Db, userId: number, codes: readonly string[]): Promise<boolean> {
  const hashes = codes.map((code) => hashOf(userId, asCode(code)));
  return (await trx.selectFrom("recovery_codes").select("user_id").where("user_id", "=", userId).where("code_hash", "in", hashes).executeTakeFirst()) !== undefined;
}

/** What the secret of a person's authenticator app is sealed as. */
export function encryptionContext(userId: number): string {
  return `two-factor secret of ${userId}`;
}

/** Null when the code was right, and is now used up; else why not. */
async function accept(trx: Db, userId: number, code: string): Promise<string | null> {
  const row = await trx.selectFrom("two_factors").selectAll().where("user_id", "=", userId).where("on_since", "is not", null).executeTakeFirst();
  if (!row) return "Two-factor sign-in is not on.";
  if (!isTotp(code)) return useRecoveryCode(trx, userId, code);
  const opened = decrypt(row.encrypted_secret, encryptionContext(userId));
  if (opened === null) return "This server can no longer check codes. Use a recovery code.";
  const step = stepOfCode(code, opened.text, Date.now());
  if (step === null) return "The code is wrong. Check your phone's clock.";
  if (row.last_step !== null && step <= row.last_step) return "This code has already been used. Wait for the next one.";
  const encrypted_secret = opened.outdated ? encrypt(opened.text, encryptionContext(userId)) : row.encrypted_secret;
  await trx.updateTable("two_factors").set({ last_step: step, encrypted_secret }).where("user_id", "=", userId).execute();
  return null;
}

async function useRecoveryCode(trx: Db, userId: number, code: string): Promise<string | null> {
  const used = await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).where("code_hash", "=", hashOf(userId, code)).returning("user_id").executeTakeFirst();
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
