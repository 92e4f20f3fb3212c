import { z } from "zod";
import { Refusal } from "../../refusal.ts";
import { hourSeconds } from "../../time/durations.ts";
import { operation } from "../operation.server.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { sendsMail } from "../people/email-confirmation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { atMost, countAttempt } from "../throttle.server.ts";

/** Queues a mail to the caller's own address. Refuses with "conflict" when no mail is sent, and with "too-many" after five in an hour. */
export const sendTestMail = operation("deliveries.read", z.object({}), async (actor): Promise<{ email: string }> => {
  const { id, email } = actor.person;
  if (!sendsMail) throw new Refusal("conflict", "This server can't send email, so nothing was sent.");
  await countAttempt([{ key: `test-mail:${id}`, ...atMost(5, hourSeconds) }]);
  await writeAs(actor, (trx) => queueMail(trx, id, { kind: "test" }, new Date()));
  return { email };
});
