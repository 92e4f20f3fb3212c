import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { db } from "../../app/db.server.ts";
import { deliverDue } from "../../app/mails/delivery.server.ts";
import { logTransport } from "../../app/mails/mail.server.ts";
import { createUser } from "../support/database/factories.ts";

const now = new Date("2026-11-21T15:00:00.000Z");
const later = new Date("2026-11-21T16:00:00.000Z").toISOString();

it("the delivery yields to the event loop after each mail, also when the mail has no content left", async () => {
  const mails = 20;
  const { id: user_id } = await createUser(db);
  const row = {
    kind: "new-picks",
    user_id,
    params: JSON.stringify({ round: 1 }),
    created_at: later,
    next_try_at: now.toISOString(),
    expires_at: later,
  };
  await db
    .insertInto("outbox")
    .values(Array.from({ length: mails }, (_, index) => ({ ...row, message_id: `nothing-to-say-${index}` })))
    .execute();
  let [turns, over] = [0, false];
  const delivered = deliverDue(logTransport, () => now).finally(() => {
    over = true;
  });
  for (; !over; turns += 1) await turn();
  expect(await delivered).toEqual({ taken: 0, others: [], unreachable: null });
  expect((await db.selectFrom("outbox").select("state").distinct().execute()).map(({ state }) => state)).toEqual([
    "expired",
  ]);
  expect(turns).toBeGreaterThanOrEqual(mails);
});
