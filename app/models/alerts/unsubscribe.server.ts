/** The links in mails that stop them. They work signed out: their token says whose mails they are. */
import { z } from "zod";
import { type Db, db, write } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { findable } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { newSecret } from "../secret.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { type NewsKind, isNewsKind, kindsOfNews } from "./kinds.ts";
import { chose } from "./recipients.server.ts";

/** Without a kind it is about all mails, as in mails that were sent before there were kinds. */
const link = z.object({
  token: z.preprocess((value) => (typeof value === "string" ? value : ""), z.string()).transform(findable),
  kind: z
    .unknown()
    .optional()
    .transform((text) => (typeof text === "string" && isNewsKind(text) ? text : null)),
});

export interface UnsubscribePage {
  kind: NewsKind | null;
  /** True while mails of this kind go out; of any kind, where the link names none. */
  subscribed: boolean;
  /** False while Email Notifications are disabled. */
  getsMail: boolean;
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
export const readUnsubscribePage = operation("mail.unsubscribe", link, async (_actor, { token, kind }) =>
  pageOf(await readOwner(db, token, kind), kind),
);

/**
 * Stops the mails of one kind, also while all are stopped, or all of them. Idempotent. Refuses with "not-found" for an
 * unknown token.
 */
export const unsubscribe = operation("mail.unsubscribe", link, async (_actor, { token, kind }) => {
  await readOwner(db, token, kind);
  return write(async (trx) => {
    const { id, getsMail, wanted } = await readOwner(trx, token, kind);
    if (kind !== null && wanted) await stopKinds(trx, id, endedBy(kind));
    if (kind === null && getsMail) await stopAll(trx, id);
    return pageOf(await readOwner(trx, token, kind), kind);
  });
});

/** `wanted` = mails of the kind were not stopped. */
async function readOwner(from: Db, token: string, kind: NewsKind | null) {
  const owner = await from
    .selectFrom("unsubscribe_tokens")
    .innerJoin("users", "users.id", "unsubscribe_tokens.user_id")
    .select(["users.id", "email_notifications"])
    .select(({ or }) => or(endedBy(kind ?? "new-picks").map((each) => chose(each, "mail"))).as("wanted"))
    .where("token", "=", token)
    .executeTakeFirst();
  if (!owner) throw unknownLink();
  return { id: owner.id, getsMail: owner.email_notifications === 1, wanted: kind === null || Boolean(owner.wanted) };
}

function pageOf(owner: { getsMail: boolean; wanted: boolean }, kind: NewsKind | null): UnsubscribePage {
  return { kind, subscribed: owner.getsMail && owner.wanted, getsMail: owner.getsMail };
}

/** The kinds that are in one mail. */
function endedBy(kind: NewsKind): readonly NewsKind[] {
  return kind === "new-picks" || kind === "new-pro-picks" ? ["new-picks", "new-pro-picks"] : [kind];
}

async function stopAll(trx: Db, userId: number): Promise<void> {
  await trx.updateTable("users").set({ email_notifications: 0 }).where("id", "=", userId).execute();
  await recordAudit(trx, { actorId: null, action: "user.unsubscribed", subject: "user", subjectId: userId });
}

async function stopKinds(trx: Db, userId: number, kinds: readonly NewsKind[]): Promise<void> {
  await trx
    .insertInto("alert_choices")
    .values(kinds.map((kind) => ({ user_id: userId, kind, channel: "mail" as const, wanted: 0 as const })))
    .onConflict((conflict) => conflict.columns(["user_id", "kind", "channel"]).doUpdateSet({ wanted: 0 }))
    .execute();
  await recordAudit(trx, {
    actorId: null,
    action: "user.unsubscribed",
    subject: "user",
    subjectId: userId,
    before: { news: kinds.map((kind) => kindsOfNews[kind].label).join(", ") },
    after: { news: "" },
  });
}

function unknownLink(): Refusal {
  return new Refusal(
    "not-found",
    "This unsubscribe link is not valid. You can turn these emails off in your Settings.",
  );
}
