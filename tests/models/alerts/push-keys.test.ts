import { beforeEach, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { encrypt } from "../../../app/models/encryption.server.ts";
import { findPushKeys } from "../../../app/models/alerts/push-keys.server.ts";
import { createUser } from "../../support/database/factories.ts";

beforeEach(async () => {
  await db.deleteFrom("push_devices").execute();
  await db.deleteFrom("push_keys").execute();
});

async function storePrivateKey(encrypted_private_key: string): Promise<void> {
  await db.updateTable("push_keys").set({ encrypted_private_key }).execute();
}

async function addDevice(): Promise<void> {
  const { id } = await createUser(db);
  const device = { endpoint: `https://push.example/${id}`, p256dh: "B", auth: "a", name: "Chrome on Android" };
  await db
    .insertInto("push_devices")
    .values({ ...device, user_id: id, created_at: "2026-11-20T13:05:00.000Z" })
    .execute();
}

const countDevices = async () => (await db.selectFrom("push_devices").select("id").execute()).length;

it("two that need the keys at once get the same, and so does everybody later", async () => {
  const [one, two] = await Promise.all([findPushKeys(), findPushKeys()]);
  expect(one).toEqual(two);
  expect(await findPushKeys()).toEqual(one);
  expect([Buffer.from(one.publicKey, "base64url").length, Buffer.from(one.privateKey, "base64url").length]).toEqual([
    65, 32,
  ]);
});

it("the private key is stored encrypted", async () => {
  const { publicKey, privateKey } = await findPushKeys();
  const row = await db.selectFrom("push_keys").selectAll().executeTakeFirstOrThrow();
  expect(row.public_key).toBe(publicKey);
  expect(JSON.stringify(row)).not.toContain(privateKey);
});

it("keys that no secret decrypts are replaced, and the devices that know them are removed", async () => {
  const before = await findPushKeys();
  await addDevice();
  await storePrivateKey(encrypt(before.privateKey, "push keys", ["another secret of 32 bytes and more"]));
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const after = await findPushKeys();
  expect(after.publicKey).not.toBe(before.publicKey);
  expect(await countDevices()).toBe(0);
  expect(logged.mock.calls.join()).toContain("devices removed: 1.");
  expect(await findPushKeys()).toEqual(after);
});
