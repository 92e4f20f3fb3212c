/** Writes what an import decided, in few statements: thousands of members must not keep others waiting. */
import type { Db } from "../../db.server.ts";
import { memberRole } from "../../policy.ts";
import { ruleOf, setRules } from "../people/user-access.server.ts";
import { nameFrom } from "../people/user-row.server.ts";
import { noPassword } from "../sign-in/password.server.ts";
import { recordAudits } from "../trail/audit.server.ts";
import type { Outcome } from "./outcome.ts";

const reason = "Imported";
/** SQLite takes 32,766 parameters in a statement; a member has thirteen. */
const atOnce = 500;

export async function writeOutcomes(trx: Db, actorId: number, outcomes: readonly Outcome[], now: Date): Promise<void> {
  const created = outcomes.filter(({ status }) => status === "created");
  for (const some of slicesOf(created)) await addMembers(trx, actorId, some, now);
  const longer = outcomes.flatMap(({ status, account, given }) =>
    status === "changed" && account !== null
      ? [{ id: account.id, before: ruleOf(account), rule: ruleUntil(given.until) }]
      : [],
  );
  for (const some of slicesOf(longer)) await setRules(trx, actorId, some, reason);
}

/** Members without a password, whose age and address nobody has confirmed. Without a date their access ends now. */
async function addMembers(trx: Db, actorId: number, members: readonly Outcome[], now: Date): Promise<void> {
  const at = now.toISOString();
  const rows = await trx
    .insertInto("users")
    .values(
      members.map(({ given: { email, name, until, wantsMail } }) => {
        const rule = ruleUntil(until || at);
        return {
          email,
          name: name || nameFrom(email),
          phone: "",
          password_hash: noPassword,
          password_mail: "due" as const,
          role: memberRole,
          status: "Active" as const,
          email_notifications: wantsMail ? (1 as const) : (0 as const),
          ...rule,
          access_until: rule.access_rule_until,
          created_at: at,
        };
      }),
    )
    // On PostgreSQL somebody can sign up meanwhile.
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning(["id", "access_rule", "access_rule_until", "role", "status"])
    .execute();
  await recordAudits(
    trx,
    actorId,
    rows.map(({ id, ...after }) => ({
      action: "user.created",
      subject: "user",
      subjectId: id,
      after: { ...after, reason },
    })),
  );
}

function ruleUntil(until: string) {
  return { access_rule: "until" as const, access_rule_until: until };
}

export function slicesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) =>
    all.slice(index * atOnce, (index + 1) * atOnce),
  );
}
