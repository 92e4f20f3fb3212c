/** The mail with which imported members set their first password: once for each, when a superadmin says so. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { stepIn } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { mostRecipients, queueNews } from "../outbox/outbox.server.ts";
import { sendsMail } from "../people/email-confirmation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { noPassword } from "../sign-in/password.server.ts";
import { recordAudit } from "../trail/audit.server.ts";

const step = z.object({ step: z.string().optional() });

export interface UnmailedView {
  /** Imported members without a password who were sent no mail. */
  unmailed: number;
  sendsMail: boolean;
  /** True while the page asks whether to write to them. */
  asks: boolean;
}

export const readImportPage = operation("users.manage", step, async (_actor, input): Promise<UnmailedView> => {
  const asks = stepIn(["mail"], input.step) !== null;
  const { unmailed } = await dueMembers()
    .select((select) => select.fn.countAll<number>().as("unmailed"))
    .executeTakeFirstOrThrow();
  return { unmailed: Number(unmailed), sendsMail, asks };
});

/** Idempotent: nobody is written to twice. Refuses with "conflict" when the server sends no mail. */
export const mailImportedMembers = operation("users.manage", z.object({}), async (actor): Promise<{ sent: number }> => {
  if (!sendsMail) throw new Refusal("conflict", "This server can't send email, so nothing was sent.");
  let sent = 0;
  for (let some = mostRecipients; some === mostRecipients; sent += some) {
    some = await writeAs(actor, async (trx) => {
      const members = await trx
        .updateTable("users")
        .set({ password_mail: "sent" })
        .where("id", "in", dueMembers().select("id").limit(mostRecipients))
        .returning("id")
        .execute();
      if (members.length === 0) return 0;
      const recipients = members.map(({ id }) => ({ channel: "mail" as const, userId: id }));
      await queueNews(trx, recipients, { kind: "set-password" }, "", new Date());
      await recordAudit(trx, {
        actorId: actor.person.id,
        action: "members.mailed",
        subject: "user",
        subjectId: null,
        after: { people: members.length },
      });
      return members.length;
    });
    await yieldToEventLoop();
  }
  return { sent };
});

/** False once they set one or can't sign in: then the mail has nothing to say. */
export async function lacksPassword(userId: number): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("status", "=", "Active")
    .where("password_hash", "=", noPassword)
    .executeTakeFirst();
  return row !== undefined;
}

// Compares with a literal, because SQLite uses no partial index for a parameter.
function dueMembers() {
  return db
    .selectFrom("users")
    .where("password_mail", "=", sql.lit("due" as const))
    .where("password_hash", "=", noPassword)
    .where("status", "=", "Active");
}
