import { ECDH } from "node:crypto";
import { z } from "zod";
import { db } from "../../db.server.ts";
import { checkAddress } from "../../outside/post.server.ts";
import { Refusal } from "../../refusal.ts";
import { hourSeconds } from "../../time/durations.ts";
import { requiredId } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { queueNews } from "../outbox/outbox.server.ts";
import { hashSecret } from "../secret.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { atMost, countAttempt } from "../throttle.server.ts";
import { readPublicKey } from "./push-keys.server.ts";

/** A browser that shows alerts. Its endpoint stays here: who knows it may unsubscribe it from its owner. */
export interface OwnDevice {
  id: number;
  /** "Chrome on Android". */
  name: string;
  created_at: string;
  /** The start of the endpoint's SHA-256 in hex: a browser finds itself in the list by it. */
  mark: string;
}

export interface OwnDevices {
  /** Browsers subscribe with it. */
  public_key: string;
  devices: OwnDevice[];
}

const mostDevices = 10;
const markLength = 16;
const columns = ["id", "name", "created_at", "endpoint"] as const;
const badKeys = "Send the keys of the browser's subscription.";

/** What a browser's `PushSubscription` has as JSON. */
const subscription = z.object({
  endpoint: z
    .string({ error: "Send the endpoint of the browser's subscription." })
    .refine(
      (endpoint) => checkAddress(endpoint) === null && isAsBrowsersWriteIt(endpoint),
      "Send an https address of a push service.",
    )
    .meta({ description: "The https address of the device at its push service." }),
  keys: z.object(
    {
      p256dh: z.string({ error: badKeys }).refine(isPublicKey, badKeys),
      auth: z.string({ error: badKeys }).regex(/^[\w-]{22}$/, badKeys),
    },
    { error: badKeys },
  ),
});

export const listOwnDevices = operation("own.read", z.object({}), async ({ person }): Promise<OwnDevices> => ({
  public_key: await readPublicKey(),
  devices: await readDevices(person.id),
}));

/**
 * Switches alerts on for the browser that asks, until its session is ended. A browser that was somebody else's before is
 * theirs alone from now on.
 * Refuses with "conflict" beyond ten devices.
 */
export const addOwnDevice = operation("own.write", subscription, (actor, { endpoint, keys }): Promise<OwnDevice> =>
  writeAs(actor, async (trx) => {
    const user_id = actor.person.id;
    // A new row has a new id: what was queued for the device's last owner finds no device.
    await trx.deleteFrom("push_devices").where("endpoint", "=", endpoint).where("user_id", "<>", user_id).execute();
    const others = await trx
      .selectFrom("push_devices")
      .select("id")
      .where("user_id", "=", user_id)
      .where("endpoint", "<>", endpoint)
      .execute();
    if (others.length >= mostDevices)
      throw new Refusal("conflict", `You already have alerts on ${mostDevices} devices. Remove one first.`);
    // A program that calls with a token has no session.
    const session = await trx
      .selectFrom("sessions")
      .select(["id", "browser"])
      .where("id", "=", actor.session)
      .executeTakeFirst();
    const own = { ...keys, name: session?.browser ?? "Unknown device", session_id: session?.id ?? null };
    const row = await trx
      .insertInto("push_devices")
      .values({ user_id, endpoint, ...own, created_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(own))
      .returning(columns)
      .executeTakeFirstOrThrow();
    return toDevice(row);
  }),
);

/** Refuses with "not-found" for a device that is gone or somebody else's. */
export const removeOwnDevice = operation("own.write", z.object({ device_id: requiredId }), (actor, { device_id }) =>
  writeAs(actor, async (trx) => {
    const removed = await trx
      .deleteFrom("push_devices")
      .where("id", "=", device_id)
      .where("user_id", "=", actor.person.id)
      .returning("id")
      .executeTakeFirst();
    if (!removed) throw gone();
    return {};
  }),
);

/**
 * Queues a test alert, at most one a minute. Refuses with "not-found" like removeOwnDevice, and with "too-many" after
 * twenty in an hour: a device that is added anew has no minute to wait.
 */
export const testOwnDevice = operation(
  "own.write",
  z.object({ device_id: requiredId }),
  async (actor, { device_id }) => {
    await countAttempt([{ key: `test-alert:${actor.person.id}`, ...atMost(20, hourSeconds) }]);
    return writeAs(actor, async (trx) => {
      const userId = actor.person.id;
      const device = await trx
        .selectFrom("push_devices")
        .select("id")
        .where("id", "=", device_id)
        .where("user_id", "=", userId)
        .executeTakeFirst();
      if (!device) throw gone();
      const now = new Date();
      const minute = now.toISOString().slice(0, "2026-11-30T08:00".length);
      await queueNews(trx, [{ channel: "push", userId, deviceId: device.id }], { kind: "test" }, `test ${minute}`, now);
      return {};
    });
  },
);

async function readDevices(userId: number): Promise<OwnDevice[]> {
  const rows = await db
    .selectFrom("push_devices")
    .select(columns)
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
  return rows.map(toDevice);
}

function toDevice({ endpoint, ...device }: Omit<OwnDevice, "mark"> & { endpoint: string }): OwnDevice {
  return { ...device, mark: hashSecret(endpoint).slice(0, markLength) };
}

/** With one spelling a device is one row, and no character is one that a database refuses. */
function isAsBrowsersWriteIt(endpoint: string): boolean {
  const { href, hash } = new URL(endpoint);
  return href === endpoint && hash === "";
}

/** A point on the curve P-256, uncompressed, in base64url: nothing else can be encrypted for. */
function isPublicKey(text: string): boolean {
  if (!/^B[\w-]{86}$/.test(text)) return false;
  try {
    ECDH.convertKey(text, "prime256v1", "base64url", "base64url", "uncompressed");
    return true;
  } catch {
    return false;
  }
}

function gone(): Refusal {
  return new Refusal("not-found", "That device is no longer on your list.");
}
