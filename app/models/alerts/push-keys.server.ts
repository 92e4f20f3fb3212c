import { generateKeyPairSync } from "node:crypto";
import { type Db, db, write } from "../../db.server.ts";
import { logError } from "../../log.server.ts";
import { decrypt, encrypt } from "../encryption.server.ts";

/** The key pair of this site at all push services (VAPID, RFC 8292), in base64url. Browsers subscribe with the public key. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const subject = "push keys";

/** '' in the moment before the first start has made them. A page must not write: with a full disk it would not open. */
export async function readPublicKey(): Promise<string> {
  const row = await db.selectFrom("push_keys").select("public_key").where("id", "=", 1).executeTakeFirst();
  return row?.public_key ?? "";
}

/**
 * Makes them at the first start; two processes get the same. A new SESSION_SECRET without the old one makes them
 * unreadable: then there are new keys, and all devices are removed, since they only accept the old ones.
 */
export async function findPushKeys(): Promise<PushKeys> {
  const found = await readKeys(db);
  if (found.what === "current") return found.keys;
  const { keys, lost } = await write(async (trx) => {
    // Another process may have made them meanwhile.
    const stored = await readKeys(trx);
    if (stored.what === "current") return { keys: stored.keys, lost: null };
    if (stored.what === "outdated") return { keys: await storeKeys(trx, stored.keys), lost: null };
    const removed =
      stored.what === "unreadable" ? await trx.deleteFrom("push_devices").returning("id").execute() : null;
    return { keys: await storeKeys(trx, newKeys()), lost: removed && removed.length };
  });
  if (lost !== null)
    logError(
      `The keys for alerts can't be decrypted with SESSION_SECRET. There are new ones; devices removed: ${lost}.`,
    );
  return keys;
}

type Stored = { what: "none" | "unreadable" } | { what: "current" | "outdated"; keys: PushKeys };

async function readKeys(trx: Db): Promise<Stored> {
  const row = await trx
    .selectFrom("push_keys")
    .select(["public_key", "encrypted_private_key"])
    .where("id", "=", 1)
    .executeTakeFirst();
  if (!row) return { what: "none" };
  const decrypted = decrypt(row.encrypted_private_key, subject);
  if (decrypted === null) return { what: "unreadable" };
  return {
    what: decrypted.outdated ? "outdated" : "current",
    keys: { publicKey: row.public_key, privateKey: decrypted.text },
  };
}

async function storeKeys(trx: Db, keys: PushKeys): Promise<PushKeys> {
  await trx.deleteFrom("push_keys").execute();
  await trx
    .insertInto("push_keys")
    .values({
      id: 1,
      public_key: keys.publicKey,
      encrypted_private_key: encrypt(keys.privateKey, subject),
      created_at: new Date().toISOString(),
    })
    .execute();
  return keys;
}

function newKeys(): PushKeys {
  const {
    x = "",
    y = "",
    d = "",
  } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  // An uncompressed point is 4, then both coordinates.
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  return { publicKey: point.toString("base64url"), privateKey: d };
}
