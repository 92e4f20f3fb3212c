import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { findable } from "../fields.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { operation } from "../operation.server.ts";
import { newSecret } from "../secret.server.ts";

const link = z.object({
  token: z.preprocess((value) => (typeof value === "string" ? value : ""), z.string()).transform(findable),
});

interface UnsubscribePage {
  subscribed: boolean;
}

/** The token of the links in a person's mails. Created on first use, then always the same. */
export async function unsubscribeTokenOf(userId: number): Promise<string> {
  const find = db.selectFrom("unsubscribe_tokens").select("token").where("user_id", "=", userId);
  const existing = await find.executeTakeFirst();
  if (existing) return existing.token;
  await write((trx) =>
    trx
      .insertInto("unsubscribe_tokens")
      .values({ user_id: userId, token: newSecret() })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return (await find.executeTakeFirstOrThrow()).token;
}

/** Changes nothing, because mail programs open links by themselves. Refuses with "not-found" for an unknown token. */
export const readUnsubscribePage = operation(
  "mail.unsubscribe",
  link,
  async (_actor, { token }): Promise<UnsubscribePage> => {
    const owner = await db
      .selectFrom("unsubscribe_tokens")
      .innerJoin("users", "users.id", "unsubscribe_tokens.user_id")
      .select("email_notifications")
      .where("token", "=", token)
      .executeTakeFirst();
    if (!owner) throw unknownLink();
    return { subscribed: owner.email_notifications === 1 };
  },
);

/** Idempotent. Refuses with "not-found" for an unknown token. */
export const unsubscribe = operation("mail.unsubscribe", link, async (_actor, { token }): Promise<UnsubscribePage> => {
  const owner = await db
    .selectFrom("unsubscribe_tokens")
    .select("user_id")
    .where("token", "=", token)
    .executeTakeFirst();
  if (!owner) throw unknownLink();
  await write(async (trx) => {
    const changed = await trx
      .updateTable("users")
      .set({ email_notifications: 0 })
      .where("id", "=", owner.user_id)
      .where("email_notifications", "=", 1)
      .returning("id")
      .executeTakeFirst();
    if (changed)
      await recordAudit(trx, { actorId: null, action: "user.unsubscribed", subject: "user", subjectId: changed.id });
  });
  return { subscribed: false };
});

function unknownLink(): Refusal {
  return new Refusal(
    "not-found",
    "This unsubscribe link is not valid. You can turn these emails off in your Settings.",
  );
}
