import { findPushKeys } from "../../../app/models/alerts/push-keys.server.ts";
import { expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import {
  addOwnDevice,
  listOwnDevices,
  removeOwnDevice,
  testOwnDevice,
} from "../../../app/models/alerts/push-device.server.ts";
import type { SignedInActor } from "../../../app/models/operation.server.ts";
import { hashSecret } from "../../../app/models/secret.server.ts";
import { beginSession, findSession } from "../../../app/models/sign-in/session.server.ts";
import { actorOf, createUser, recognise } from "../../support/database/factories.ts";
import { newSubscription } from "../../support/push-device.ts";

/** Signed in with a browser. */
async function newMember(browser = "Chrome on Android"): Promise<SignedInActor> {
  const actor = actorOf("user", (await createUser(db)).id);
  const secret = await beginSession(await recognise(db, actor.person), null, { browser, network: null });
  return { ...actor, session: (await findSession(secret))?.sessionId ?? 0 };
}

const devicesOf = async (member: SignedInActor) => (await listOwnDevices(member, {})).devices;
const queuedFor = (deviceId: number) =>
  db.selectFrom("outbox").select(["channel", "kind", "user_id", "state"]).where("device_id", "=", deviceId).execute();

it("a device is listed to its owner alone, by the browser's name and without its endpoint", async () => {
  await findPushKeys();
  const [member, other] = [await newMember(), await newMember()];
  const sent = newSubscription();
  const device = await addOwnDevice(member, { ...sent, expirationTime: null });
  expect(device).toEqual({
    id: expect.any(Number),
    name: "Chrome on Android",
    created_at: expect.any(String),
    mark: hashSecret(sent.endpoint).slice(0, 16),
  });
  expect(await devicesOf(member)).toEqual([device]);
  expect(await devicesOf(other)).toEqual([]);
  expect((await listOwnDevices(other, {})).public_key).toMatch(/^B[\w-]{86}$/);
});

it("a device that is added again stays one, with its new keys", async () => {
  const member = await newMember();
  const sent = newSubscription();
  const first = await addOwnDevice(member, sent);
  const second = await addOwnDevice(member, newSubscription(sent.endpoint));
  expect([second.id, (await devicesOf(member)).length]).toEqual([first.id, 1]);
  const row = await db.selectFrom("push_devices").selectAll().where("id", "=", first.id).executeTakeFirstOrThrow();
  expect(row.p256dh).not.toBe(sent.keys.p256dh);
});

it("a shared browser is that of whoever switched alerts on last, under another id", async () => {
  const [before, after] = [await newMember(), await newMember("Edge on Windows")];
  const sent = newSubscription();
  const first = await addOwnDevice(before, sent);
  const second = await addOwnDevice(after, sent);
  expect(await devicesOf(before)).toEqual([]);
  expect(await devicesOf(after)).toMatchObject([{ name: "Edge on Windows" }]);
  expect(second.id).not.toBe(first.id);
});

it("nobody has more than ten devices", async () => {
  const member = await newMember();
  const sent = Array.from({ length: 10 }, () => newSubscription());
  for (const each of sent) await addOwnDevice(member, each);
  await expect(addOwnDevice(member, newSubscription())).rejects.toMatchObject({ reason: "conflict" });
  expect(await addOwnDevice(member, sent[3])).toMatchObject({ id: (await devicesOf(member))[3]?.id });
});

it("what no push service or browser gives is refused", async () => {
  const member = await newMember();
  const good = newSubscription();
  const offTheCurve = `BA${"A".repeat(85)}`;
  for (const [bad, field] of [
    [{}, "endpoint"],
    [{ ...good, endpoint: "http://push.example/a" }, "endpoint"],
    [{ ...good, endpoint: "https://10.0.0.1/a" }, "endpoint"],
    [{ ...good, endpoint: "https://a:b@push.example/a" }, "endpoint"],
    [{ ...good, endpoint: "https://push.example/a\u0000b" }, "endpoint"],
    [{ ...good, endpoint: "https://push.example/\ud800" }, "endpoint"],
    [{ ...good, endpoint: "HTTPS://Push.example/a" }, "endpoint"],
    [{ ...good, endpoint: "https://push.example\\a" }, "endpoint"],
    [{ ...good, endpoint: "https://push.example/a#b" }, "endpoint"],
    [{ ...good, endpoint: `https://push.example/${"a".repeat(3000)}` }, "endpoint"],
    [{ endpoint: good.endpoint }, "keys"],
    [{ ...good, keys: { ...good.keys, p256dh: good.keys.p256dh.slice(1) } }, "keys"],
    [{ ...good, keys: { ...good.keys, p256dh: offTheCurve } }, "keys"],
    [{ ...good, keys: { ...good.keys, auth: "short" } }, "keys"],
  ] as const)
    await expect(addOwnDevice(member, bad)).rejects.toMatchObject({
      reason: "invalid",
      fields: { [field]: expect.any(String) },
    });
  expect(await devicesOf(member)).toEqual([]);
});

it("its owner removes a device, and nobody else", async () => {
  const [member, other] = [await newMember(), await newMember()];
  const { id } = await addOwnDevice(member, newSubscription());
  await expect(removeOwnDevice(other, { device_id: id })).rejects.toMatchObject({ reason: "not-found" });
  await removeOwnDevice(member, { device_id: id });
  expect(await devicesOf(member)).toEqual([]);
  await expect(removeOwnDevice(member, { device_id: id })).rejects.toMatchObject({ reason: "not-found" });
});

it("a test alert is queued for that device, once a minute", async () => {
  const [member, other] = [await newMember(), await newMember()];
  const { id } = await addOwnDevice(member, newSubscription());
  await expect(testOwnDevice(other, { device_id: id })).rejects.toMatchObject({ reason: "not-found" });
  const minute = new Date().getUTCMinutes();
  await testOwnDevice(member, { device_id: id });
  await testOwnDevice(member, { device_id: String(id) });
  const queued = await queuedFor(id);
  expect(queued[0]).toEqual({ channel: "push", kind: "test", user_id: member.person.id, state: "waiting" });
  expect(queued.length).toBeLessThanOrEqual(new Date().getUTCMinutes() === minute ? 1 : 2);
});

it("a member can't send more test alerts by adding a device again and again", async () => {
  const [member, other] = [await newMember(), await newMember()];
  const sent = newSubscription();
  const testAnew = async (who: SignedInActor) => {
    const { id } = await addOwnDevice(who, sent);
    await testOwnDevice(who, { device_id: id });
    await removeOwnDevice(who, { device_id: id });
  };
  for (let each = 0; each < 20; each += 1) await testAnew(member);
  await expect(testAnew(member)).rejects.toMatchObject({ reason: "too-many" });
  await testAnew(other);
});
