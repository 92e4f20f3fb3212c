import { expect, it } from "vitest";
import { db } from "../../app/db.server.ts";
import { renderMail } from "../../app/mails/letters.server.ts";
import { queueConfirmationMail, decryptConfirmationToken } from "../../app/models/people/email-confirmation.server.ts";
import { encryptCode } from "../../app/models/password-reset/reset-code.server.ts";
import { createAffiliate } from "../support/database/affiliates.ts";
import { createUser } from "../support/database/factories.ts";

const now = new Date("2026-11-21T15:00:00.000Z");

async function recipient() {
  const { id, name, email } = await createUser(db);
  return { id, name, email };
}

it("a code that can't be decrypted, as after a change of the secret, is not mailed", async () => {
  const [owner, other] = [await recipient(), await recipient()];
  const due = { id: 1, messageId: "m", tries: 0, recipient: owner };
  expect(
    await renderMail({ ...due, mail: { kind: "reset-code", encrypted: encryptCode(other.id, "12345678") } }, now),
  ).toBeNull();
  expect(
    (await renderMail({ ...due, mail: { kind: "reset-code", encrypted: encryptCode(owner.id, "12345678") } }, now))
      ?.text,
  ).toContain("1234 5678");
});

it("a confirmation link leads to this site, and is not mailed when it can't be decrypted", async () => {
  const [owner, other] = [await recipient(), await recipient()];
  await queueConfirmationMail(db, owner.id, now);
  const { params } = await db
    .selectFrom("outbox")
    .select("params")
    .where("user_id", "=", owner.id)
    .executeTakeFirstOrThrow();
  const due = {
    id: 1,
    messageId: "m",
    tries: 0,
    mail: { kind: "confirm-email", encrypted: JSON.parse(params).encrypted },
  } as const;
  const token = decryptConfirmationToken(due.mail.encrypted, owner.id);
  expect(token).toMatch(/^[\w-]{43}$/);
  const letter = await renderMail({ ...due, recipient: owner }, now);
  expect(letter).toMatchObject({ to: { address: owner.email }, kind: "confirm-email", unsubscribeUrl: null });
  expect(letter?.text).toMatch(new RegExp(`^http://localhost:\\d+/confirm-email/${token}$`, "m"));
  expect(await renderMail({ ...due, recipient: other }, now)).toBeNull();
});

it("a round without picks left to announce is not mailed", async () => {
  const { id } = await db
    .insertInto("pick_rounds")
    .values({ opened_at: now.toISOString(), last_pick_at: now.toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(
    await renderMail(
      { id: 1, messageId: "m", tries: 0, recipient: await recipient(), mail: { kind: "new-picks", round: id } },
      now,
    ),
  ).toBeNull();
});

it("the mail to a new affiliate has their current address and links, and is not sent after they are deleted", async () => {
  const affiliate = await createAffiliate(db, { name: "Dana Sample" });
  await db
    .updateTable("affiliates")
    .set({ email: "moved@partner.example", page_token: "t".repeat(43) })
    .where("id", "=", affiliate)
    .execute();
  const { ref_code } = await db
    .selectFrom("affiliates")
    .select("ref_code")
    .where("id", "=", affiliate)
    .executeTakeFirstOrThrow();
  const due = {
    id: 1,
    messageId: "m",
    tries: 0,
    recipient: await recipient(),
    mail: { kind: "affiliate-approved", affiliate },
  } as const;
  const letter = await renderMail(due, now);
  expect(letter).toMatchObject({
    to: { name: "Dana Sample", address: "moved@partner.example" },
    kind: "affiliate-approved",
    messageId: "m",
    unsubscribeUrl: null,
  });
  for (const link of [`/signup?ref=${ref_code}`, `/partners/${"t".repeat(43)}`])
    expect(letter?.text).toMatch(new RegExp(`^http://localhost:\\d+${link.replace("?", "\\?")}$`, "m"));
  await db.updateTable("affiliates").set({ deleted_at: now.toISOString() }).where("id", "=", affiliate).execute();
  expect(await renderMail(due, now)).toBeNull();
});

it("a test mail leads to the list of deliveries", async () => {
  const letter = await renderMail(
    { id: 1, messageId: "m", tries: 0, recipient: await recipient(), mail: { kind: "test" } },
    now,
  );
  expect(letter).toMatchObject({ kind: "test", unsubscribeUrl: null });
  expect(letter?.text).toMatch(/^Deliveries: http:\/\/localhost:\d+\/admin\/deliveries$/m);
});
