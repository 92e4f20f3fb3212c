import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { createUser, futureDate } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";

const app = useApp();
let staff: Client;
let member: Client;

beforeAll(async () => {
  staff = await app.signedIn("admin");
  member = await app.signedIn("user");
});

async function deliver(pickId: number, userId: number, finished_at: string): Promise<void> {
  const { round_id } = await app.db
    .selectFrom("round_picks")
    .select("round_id")
    .where("pick_id", "=", pickId)
    .executeTakeFirstOrThrow();
  const now = new Date().toISOString();
  await app.db
    .insertInto("outbox")
    .values({
      message_id: `receipt-${userId}`,
      channel: "mail",
      kind: "new-picks",
      user_id: userId,
      cause: `round ${round_id}`,
      params: "{}",
      state: "sent",
      created_at: now,
      next_try_at: now,
      expires_at: now,
      finished_at,
    })
    .execute();
}

test("a member reads when a pick was published and when the own email was accepted, a visitor does not", async () => {
  const id = await publish(staff, { game_date: futureDate(3) });
  const { id: memberId } = await app.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "user")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  await deliver(id, memberId, "2026-11-21T01:01:00.000Z");
  await deliver(id, (await createUser(app.db)).id, "2026-11-21T05:05:00.000Z");
  const path = `/record/picks/regular:${id}`;
  const page = await member.text(path);
  expect(page).toContain("Your receipt");
  expect(page).toContain("Your email about this pick was accepted November 20, 2026, 8:01 PM EST.");
  expect(page).not.toContain("12:05 AM");
  expect(await staff.text(path)).toContain("Your receipt");
  const visitors = await app.client().text(path);
  expect(visitors).not.toContain("Your receipt");
  expect(visitors).not.toContain("was accepted");
});
