import { expect, it } from "vitest";
import { db } from "../../app/db.server.ts";
import { letterOf } from "../../app/mails/letters.server.ts";
import { sealCode } from "../../app/models/reset-code.server.ts";
import { createUser } from "../support/factories.ts";

const now = new Date("2026-11-21T15:00:00.000Z");

async function recipient() {
  const { id, name, email } = await createUser(db);
  return { id, name, email };
}

it("a code that can't be read any more, as after a change of the server's secret, is not mailed", async () => {
  const [whose, other] = [await recipient(), await recipient()];
  const due = { id: 1, messageId: "m", tries: 0, recipient: whose };
  expect(await letterOf({ ...due, mail: { kind: "reset-code", sealed: sealCode(other.id, "123456") } }, now)).toBeNull();
  expect((await letterOf({ ...due, mail: { kind: "reset-code", sealed: sealCode(whose.id, "123456") } }, now))?.text).toContain("123456");
});

it("a round of which nothing is left to announce is not mailed", async () => {
  const { id } = await db.insertInto("pick_rounds").values({ opened_at: now.toISOString(), last_pick_at: now.toISOString() }).returning("id").executeTakeFirstOrThrow();
  expect(await letterOf({ id: 1, messageId: "m", tries: 0, recipient: await recipient(), mail: { kind: "new-picks", round: id } }, now)).toBeNull();
});
