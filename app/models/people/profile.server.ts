import { z } from "zod";
import { type Db, type UserRow, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { can, isStaff } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { breakEndText } from "../break.ts";
import { dayIn } from "../billing/charge.ts";
import { type OwnConfirmation, pendingConfirmation } from "./email-confirmation.server.ts";
import { id, personName, phoneNumber } from "../fields.ts";
import { type OwnMembership, readOwnMembership } from "../billing/membership.server.ts";
import { type Person, type SignedInActor, operation } from "../operation.server.ts";
import { changeOwnPassword } from "../sign-in/own-password.server.ts";
import { type OwnSession, readOwnSessions } from "../sign-in/own-sessions.server.ts";
import { writeAs } from "../sign-in/access.server.ts";

export type Profile = Pick<UserRow, "id" | "name" | "phone" | "email" | "role">;

const columns = ["id", "name", "phone", "email", "role"] as const;

interface OwnProfile extends Profile {
  membership: OwnMembership | null;
  twoFactorOn: boolean;
  confirmation: OwnConfirmation | null;
  /** `on` = the date of the deletion as text; null = not closed. Null for staff, who can't close their account. */
  closing: { on: string | null } | null;
  sessions: OwnSession[];
  /** Null for staff, who take no break; `untilText` is null without one. */
  rest: { untilText: string | null } | null;
}

export const readOwnProfilePage = operation("profile.read", z.object({}), async (actor): Promise<OwnProfile> => {
  const { person } = actor;
  const { email_confirmed_at, mail_refusals, on_since, closes_at, ...profile } = await db
    .selectFrom("users")
    .leftJoin("two_factors", "two_factors.user_id", "users.id")
    .select([...columns, "email_confirmed_at", "mail_refusals", "on_since", "closes_at"])
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  return {
    ...profile,
    confirmation: pendingConfirmation({ email_confirmed_at, mail_refusals }),
    membership: await readOwnMembership(db, person),
    closing: can(person, "account.close") ? { on: closes_at && dayIn(env.SITE_TIMEZONE, closes_at) } : null,
    twoFactorOn: on_since !== null,
    sessions: await readOwnSessions(actor),
    rest: can(person, "break.take")
      ? { untilText: person.breakUntil ? breakEndText(person.breakUntil, env.SITE_TIMEZONE) : null }
      : null,
  };
});

const ownChanges = z.object({ name: personName, phone: phoneNumber }).partial();

export const saveOwnProfile = operation("profile.write", ownChanges, async (actor, changes): Promise<Profile> => {
  if (Object.keys(changes).length === 0) throw new Refusal("invalid", "There is nothing to save.");
  return writeAs(actor, async (trx) => {
    const { id } = actor.person;
    const { name } = await trx.selectFrom("users").select("name").where("id", "=", id).executeTakeFirstOrThrow();
    const saved = await trx
      .updateTable("users")
      .set(changes)
      .where("id", "=", id)
      .returning(columns)
      .executeTakeFirstOrThrow();
    if (saved.name !== name) await recordRenaming(trx, actor.person, name, saved.name);
    return saved;
  });
});

/** Refuses with "conflict" when another user has signed in, in another tab, since the form was shown. */
export const saveShownProfile = operation(
  "profile.write",
  ownChanges.extend({ shown_id: id }),
  async (actor, { shown_id, ...changes }): Promise<Profile> => {
    if (shown_id !== null && shown_id !== actor.person.id)
      throw new Refusal(
        "conflict",
        "Nothing was saved: you are now signed in to another account. Reload this page to see its profile.",
      );
    return saveOwnProfile(actor, changes);
  },
);

export const ownAccountChanges = z.union([saveOwnProfile.schema, changeOwnPassword.schema]);

/** The API's call for name and phone, or for a new password. Refuses with "not-found" for another user's id. */
export const saveOwnAccount = operation(
  "profile.write",
  z.looseObject({ id }),
  async (actor, { id, ...input }): Promise<Profile> => {
    if (id !== actor.person.id) throw new Refusal("not-found", "There is no such account.");
    if (!("password" in input)) return saveOwnProfile(actor, input);
    if ("name" in input || "phone" in input)
      throw new Refusal("invalid", "Change the password in a separate call.", {
        fields: { password: "Send it without name and phone." },
      });
    await changeOwnPassword(actor, input);
    return readOwnProfile(actor);
  },
);

/** The trail keeps the names of staff. A member's name is deleted with the account. */
async function recordRenaming(trx: Db, person: Person, before: string, after: string): Promise<void> {
  const names = isStaff(person) ? { before: { name: before }, after: { name: after } } : {};
  await recordAudit(trx, {
    actorId: person.id,
    action: "user.renamed",
    subject: "user",
    subjectId: person.id,
    ...names,
  });
}

function readOwnProfile({ person }: SignedInActor): Promise<Profile> {
  return db.selectFrom("users").select(columns).where("id", "=", person.id).executeTakeFirstOrThrow();
}
