import { z } from "zod";
import { db, write } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { operation } from "../operation.server.ts";
import { newSecret } from "../secret.server.ts";

const link = z.object({ token: z.preprocess((value) => (typeof value === "string" ? value : ""), z.string()) });

interface UnsubscribePage {
  /** Whether the person still gets mail about new picks. */
  subscribed: boolean;
}

/** The person's token for the links in their mails: made when it is first needed, and the same from then on. */
export async function unsubscribeTokenOf(userId: number): Promise<string> {
  const find = db.selectFrom("unsubscribe_tokens").select("token").where("user_id", "=", userId);
  const known = await find.executeTakeFirst();
  if (known) return known.token;
  await write((trx) => trx.insertInto("unsubscribe_tokens").values({ user_id: userId, token: newSecret() }).onConflict((conflict) => conflict.doNothing()).execute());
  return (await find.executeTakeFirstOrThrow()).token;
}

/** The page behind the link. Changes nothing: mail programs open links by themselves. Refuses with "not-found" for a token that nobody has. */
export const openUnsubscribe = operation("mail.unsubscribe", link, async (_actor, { token }): Promise<UnsubscribePage> => {
  const owner = await db.selectFrom("unsubscribe_tokens").innerJoin("users", "users.id", "unsubscribe_tokens.user_id").select("email_notifications").where("token", "=", token).executeTakeFirst();
  if (!owner) throw unknownLink();
  return { subscribed: owner.email_notifications === 1 };
});

/** Ends the mail about new picks for whoever the token was given to. Doing it again changes nothing. */
export const unsubscribe = operation("mail.unsubscribe", link, async (_actor, { token }): Promise<UnsubscribePage> => {
  const owner = await db.selectFrom("unsubscribe_tokens").select("user_id").where("token", "=", token).executeTakeFirst();
  if (!owner) throw unknownLink();
  await write(async (trx) => {
    const changed = await trx.updateTable("users").set({ email_notifications: 0 }).where("id", "=", owner.user_id).where("email_notifications", "=", 1).returning("id").executeTakeFirst();
    // Nobody is signed in: the token alone said who.
    if (changed) await recordAudit(trx, { actorId: null, action: "user.unsubscribed", subject: "user", subjectId: changed.id });
  });
  return { subscribed: false };
});

function unknownLink(): Refusal {
  return new Refusal("not-found", "This unsubscribe link is not valid. You can turn these emails off in your Settings.");
}
