import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { addDays } from "../../time/calendar-date.ts";
import { dateIn } from "../../time/zone-time.ts";
import { type Scope, scopes } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { id, isVisible, textLine } from "../fields.ts";
import { type SignedInActor, operation } from "../operation.server.ts";
import { hashSecret } from "../secret.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { newKey, scopesOf } from "../sign-in/program-key.server.ts";

/** The key itself is left out: only its hash is stored. */
export interface ListedKey {
  id: number;
  name: string;
  scopes: readonly Scope[];
  created_at: string;
  /** Exact to the minute; null = not used yet. */
  used_at: string | null;
  /** Days are in UTC. */
  calls: { today: Calls; last_30_days: Calls };
}

export interface Calls {
  reads: number;
  writes: number;
}

export interface KeysView {
  keys: ListedKey[];
  chosen: ListedKey | null;
}

const noCalls: Calls = { reads: 0, writes: 0 };
const noneChosen = "Choose at least one scope.";
const keyName = textLine(60).refine(isVisible, "Enter a name.");
const chosenScopes = z
  .array(z.enum(scopes, { error: "Choose scopes from the list." }), { error: noneChosen })
  .min(1, noneChosen)
  .transform((chosen) => scopes.filter((scope) => chosen.includes(scope)));

/** A form has a box for each scope. */
const keyForm = z
  .object({ name: keyName })
  .catchall(z.unknown())
  // `when`: this error is reported together with an error in the name.
  .refine((input) => scopes.some((scope) => scope in input), {
    path: ["scopes"],
    message: noneChosen,
    when: () => true,
  })
  .transform(({ name, ...boxes }) => ({ name, scopes: scopes.filter((scope) => scope in boxes) }));

export const listKeys = operation("keys.manage", z.object({}), readKeys);

export const readKeysPage = operation("keys.manage", z.object({}), async (): Promise<KeysView> => ({
  keys: await readKeys(),
  chosen: null,
}));

export const askToRevoke = operation("keys.manage", z.object({ id }), async (_actor, input): Promise<KeysView> => {
  const keys = await readKeys();
  const chosen = keys.find((key) => key.id === input.id);
  if (!chosen) throw gone();
  return { keys, chosen };
});

/** Returns the key, which is shown only this once. Refuses with "conflict" when the name is taken. */
export const addKey = operation("keys.manage", z.object({ name: keyName, scopes: chosenScopes }), add);
export const addKeyByForm = operation("keys.manage", keyForm, add);

/** Revokes the key. Its name is free again; the trail keeps it. */
export const revokeKey = operation("keys.manage", z.object({ id }), (actor, input) =>
  writeAs(actor, async (trx) => {
    const revoked = await trx
      .updateTable("api_keys")
      .set({ revoked_at: new Date().toISOString() })
      .where("id", "=", input.id)
      .where("revoked_at", "is", null)
      .returning(["id", "name"])
      .executeTakeFirst();
    if (!revoked) throw gone();
    await record(trx, actor, "key.revoked", revoked.id, { before: { name: revoked.name } });
    return revoked;
  }),
);

function add(
  actor: SignedInActor,
  input: { name: string; scopes: readonly Scope[] },
): Promise<ListedKey & { key: string }> {
  return writeAs(actor, async (trx) => {
    const taken = await trx
      .selectFrom("api_keys")
      .select("id")
      .where("name", "=", input.name)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    if (taken) throw Refusal.at("name", "conflict", "Another key has this name.");
    const key = newKey();
    const row = await trx
      .insertInto("api_keys")
      .values({
        name: input.name,
        key_hash: hashSecret(key),
        scopes: JSON.stringify(input.scopes),
        created_at: new Date().toISOString(),
      })
      .returning(["id", "name", "created_at", "used_at"])
      .executeTakeFirstOrThrow();
    await record(trx, actor, "key.created", row.id, { after: { name: row.name, scopes: input.scopes.join(", ") } });
    return { ...row, scopes: input.scopes, calls: { today: noCalls, last_30_days: noCalls }, key };
  });
}

async function readKeys(): Promise<ListedKey[]> {
  const today = dateIn("UTC", new Date());
  const rows = await db
    .selectFrom("api_keys")
    .leftJoin("api_key_days", (join) => join.onRef("key_id", "=", "id").on("day", ">", addDays(today, -30)))
    .select(["id", "name", "scopes", "created_at", "used_at"])
    .select(({ fn }) => [
      fn.sum<number | null>("reads").as("reads"),
      fn.sum<number | null>("writes").as("writes"),
      fn.sum<number | null>("reads").filterWhere("day", "=", today).as("reads_today"),
      fn.sum<number | null>("writes").filterWhere("day", "=", today).as("writes_today"),
    ])
    .where("revoked_at", "is", null)
    .groupBy("id")
    .orderBy("id")
    .execute();
  return rows.map(({ reads, writes, reads_today, writes_today, ...row }) => ({
    ...row,
    scopes: scopesOf(row.scopes),
    calls: {
      today: { reads: Number(reads_today), writes: Number(writes_today) },
      last_30_days: { reads: Number(reads), writes: Number(writes) },
    },
  }));
}

function record(
  trx: Db,
  { person }: SignedInActor,
  action: string,
  subjectId: number,
  change: { before?: object; after?: object },
): Promise<void> {
  return recordAudit(trx, { actorId: person.id, action, subject: "key", subjectId, ...change });
}

function gone(): Refusal {
  return new Refusal("not-found", "This key no longer exists.");
}
