import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { hourMs, resubmitWindowMs } from "../../time/durations.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { presentedPassword } from "../fields.ts";
import { type SignedInActor, operation, signedOut } from "../operation.server.ts";
import { expectOwnPassword } from "./own-password.server.ts";
import { decrypt, encrypt } from "../encryption.server.ts";
import {
  hasAnyRecoveryCode,
  newRecoveryCodes,
  deriveRecoveryCodes,
  requiredCode,
  encryptionContext,
  storeRecoveryCodes,
  withSecondFactor,
} from "./second-factor.server.ts";
import { endAccess, expectSignedIn, writeAs } from "./access.server.ts";
import { newTotpSecret, stepOfCode, totpLink } from "./totp.server.ts";
import { inFours } from "./two-factor.ts";

export interface TwoFactorView {
  email: string;
  /** Null = off. */
  since: string | null;
  recoveryCodesLeft: number;
  due: boolean;
  setUp: { key: string; link: string } | null;
}

/** The recovery codes are shown only this once. */
export interface TwoFactorStep {
  done: "begun" | "on" | "renewed" | "off";
  recoveryCodes: string[];
}

export const readTwoFactorPage = operation("two-factor.manage", z.object({}), async (actor): Promise<TwoFactorView> => {
  const { id, email, twoFactorDue } = actor.person;
  const row = await findRow(db, id);
  const { left } = await db
    .selectFrom("recovery_codes")
    .select((select) => select.fn.countAll<number>().as("left"))
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  const secret = pendingSecretOf(row, id);
  const setUp = secret === null ? null : { key: inFours(secret), link: totpLink(secret, email) };
  return { email, since: row?.on_since ?? null, recoveryCodesLeft: left, due: twoFactorDue, setUp };
});

const both = { current_password: presentedPassword, code: requiredCode };
const step = z.discriminatedUnion(
  "step",
  [
    z.object({ step: z.literal("begin") }),
    z.object({ step: z.literal("on"), ...both }),
    z.object({ step: z.literal("renew"), ...both }),
    z.object({ step: z.literal("off"), ...both }),
  ],
  { error: "Choose begin, on, renew or off." },
);

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;
type Proof = { current_password: string; code: string };

/**
 * All steps but "begin" take the current password and a code. Guesses are throttled, except for the first code, whose
 * secret the page has just shown. Refuses with "conflict" when the step does not fit the current state.
 */
export const changeTwoFactor = operation("two-factor.manage", step, async (actor, input): Promise<TwoFactorStep> => {
  switch (input.step) {
    case "begin":
      return begin(actor);
    case "on":
      return turnOn(actor, input);
    case "renew":
      return renew(actor, input);
    case "off":
      return turnOff(actor, input);
  }
});

/** Makes a new secret each time, so that an earlier one that somebody saw is worthless. */
function begin(actor: SignedInActor): Promise<TwoFactorStep> {
  const { person } = actor;
  return writeAs(actor, async (trx) => {
    if ((await findRow(trx, person.id))?.on_since) throw alreadyOn();
    const fresh = {
      encrypted_secret: encrypt(newTotpSecret(), encryptionContext(person.id)),
      begun_at: new Date().toISOString(),
    };
    await trx
      .insertInto("two_factors")
      .values({ user_id: person.id, ...fresh })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(fresh))
      .execute();
    return { done: "begun", recoveryCodes: [] };
  });
}

async function turnOn(actor: SignedInActor, proof: Proof): Promise<TwoFactorStep> {
  const { id } = actor.person;
  const row = await findRow(db, id);
  if (row?.on_since && !isPressedAgain(row, proof.code)) throw alreadyOn();
  await expectOwnPassword(actor, proof.current_password);
  if (row?.on_since) return showCodesAgain(actor, row);
  return turnOnFirst(actor, proof.code).catch(async (refused: unknown) => {
    // After a double click the browser shows the later answer, so it must be the same.
    const now = await findRow(db, id);
    if (!now || !isPressedAgain(now, proof.code)) throw refused;
    return showCodesAgain(actor, now);
  });
}

function turnOnFirst(actor: SignedInActor, code: string): Promise<TwoFactorStep> {
  const { id } = actor.person;
  return writeAs(actor, async (trx) => {
    const row = await findRow(trx, id);
    if (row?.on_since) throw alreadyOn();
    const secret = pendingSecretOf(row, id);
    if (secret === null) throw new Refusal("conflict", "The setup took too long. Please start again.");
    const last_step = stepOfCode(code, secret, Date.now());
    if (last_step === null) throw Refusal.at("code", "invalid", "The code is wrong. Check your phone's clock.");
    await trx
      .updateTable("two_factors")
      .set({ on_since: new Date().toISOString(), last_step })
      .where("user_id", "=", id)
      .execute();
    // The other sessions began without a code.
    await endAccess(trx, id, actor.session);
    await recordAudit(trx, { actorId: id, action: "two-factor.on", subject: "user", subjectId: id });
    const recoveryCodes = deriveRecoveryCodes(secret);
    await storeRecoveryCodes(trx, id, recoveryCodes);
    return { done: "on", recoveryCodes };
  });
}

/** True when the code that turned it on is sent again: without JavaScript a button can be pressed twice. */
function isPressedAgain({ on_since, last_step, encrypted_secret, user_id }: Row, code: string): boolean {
  const now = Date.now();
  if (on_since === null || Date.parse(on_since) < now - resubmitWindowMs) return false;
  const secret = decrypt(encrypted_secret, encryptionContext(user_id))?.text;
  return secret !== undefined && last_step === stepOfCode(code, secret, now);
}

/**
 * Repeats the recovery codes of the first answer, which the browser never showed. Checks the session itself: turning it
 * on kept this session, but raised the epoch.
 */
async function showCodesAgain({ person: { id }, session }: SignedInActor, row: Row): Promise<TwoFactorStep> {
  const own = await db
    .selectFrom("sessions")
    .select("id")
    .where("id", "=", session)
    .where("user_id", "=", id)
    .executeTakeFirst();
  if (!own) throw signedOut();
  const recoveryCodes = deriveRecoveryCodes(decrypt(row.encrypted_secret, encryptionContext(id))?.text ?? "");
  if (!(await hasAnyRecoveryCode(db, id, recoveryCodes))) throw alreadyOn();
  return { done: "on", recoveryCodes };
}

function renew(actor: SignedInActor, proof: Proof): Promise<TwoFactorStep> {
  return withProof(actor, proof, async (trx, id) => {
    const recoveryCodes = newRecoveryCodes();
    await recordAudit(trx, { actorId: id, action: "two-factor.codes_renewed", subject: "user", subjectId: id });
    await storeRecoveryCodes(trx, id, recoveryCodes);
    return { done: "renewed", recoveryCodes };
  });
}

function turnOff(actor: SignedInActor, proof: Proof): Promise<TwoFactorStep> {
  return withProof(actor, proof, async (trx, id) => {
    await forgetTwoFactor(trx, id);
    await recordAudit(trx, { actorId: id, action: "two-factor.off", subject: "user", subjectId: id });
    return { done: "off", recoveryCodes: [] };
  });
}

/** Deletes the app's secret and the recovery codes. Returns true when it was on. */
export async function forgetTwoFactor(trx: Db, userId: number): Promise<boolean> {
  const row = await trx
    .deleteFrom("two_factors")
    .where("user_id", "=", userId)
    .returning("on_since")
    .executeTakeFirst();
  await trx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  return row?.on_since != null;
}

async function withProof(
  actor: SignedInActor,
  { current_password, code }: Proof,
  perform: (trx: Db, id: number) => Promise<TwoFactorStep>,
): Promise<TwoFactorStep> {
  const { id } = actor.person;
  if (!(await findRow(db, id))?.on_since) throw new Refusal("conflict", "Two-factor sign-in is not on.");
  await expectOwnPassword(actor, current_password);
  return withSecondFactor(
    { userId: id, code, account: `own-two-factor:${id}`, address: null, refuseAs: "invalid" },
    async (trx) => {
      await expectSignedIn(trx, actor.person);
      return perform(trx, id);
    },
  );
}

function findRow(source: Db, userId: number) {
  return source.selectFrom("two_factors").selectAll().where("user_id", "=", userId).executeTakeFirst();
}

function pendingSecretOf(row: Row | undefined, userId: number): string | null {
  if (!row || row.on_since !== null || Date.now() - Date.parse(row.begun_at) > hourMs) return null;
  return decrypt(row.encrypted_secret, encryptionContext(userId))?.text ?? null;
}

function alreadyOn(): Refusal {
  return new Refusal("conflict", "Two-factor sign-in is already on.");
}
