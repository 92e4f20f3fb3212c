import { spawnSync } from "node:child_process";
import { beforeEach, expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import {
  type Lease,
  type Seen,
  LeaseLost,
  beat,
  silentMs,
  tryLease,
  underLease,
} from "../../../app/models/upkeep/lease.server.ts";

beforeEach(async () => void (await db.deleteFrom("leases").execute()));

const lease: Lease = { name: "jobs", fence: 1 };
const holder = () => db.selectFrom("leases").select(["holder", "fence"]).executeTakeFirstOrThrow();
const holdElsewhere = (changes: Partial<Seen> = {}) =>
  db
    .insertInto("leases")
    .values({ name: "jobs", holder: "another-machine boot 7", fence: 1, beats: 0, ...changes })
    .execute();
const seenAt = (at: number, beats = 0) => ({ holder: "another-machine boot 7", fence: 1, beats, at });

it("is taken by the first who asks", async () => {
  expect(await tryLease("jobs", null)).toEqual(lease);
  expect((await holder()).holder).toMatch(new RegExp(` ${process.pid}$`));
});

it("of a holder elsewhere is free when it was silent for a quarter of a minute, by the asker's own running time", async () => {
  await holdElsewhere();
  const first = await tryLease("jobs", null, 1000);
  expect(first).toEqual(seenAt(1000));
  if (!("at" in first)) throw new Error("It was taken.");
  expect(await tryLease("jobs", first, 1000 + silentMs - 1)).toEqual(seenAt(1000));
  expect(await tryLease("jobs", first, 1000 + silentMs)).toEqual({ name: "jobs", fence: 2 });
});

it("of a holder that beats stays its own", async () => {
  await holdElsewhere({ beats: 4 });
  expect(await tryLease("jobs", seenAt(0, 3), 10 * silentMs)).toEqual(seenAt(10 * silentMs, 4));
});

it("of a process of this machine that has died is free at once; of one that lives it is not", async () => {
  await tryLease("jobs", null);
  const here = (await holder()).holder.replace(/ \d+$/, "");
  const { pid } = spawnSync("true");
  await db
    .updateTable("leases")
    .set({ holder: `${here} ${pid}` })
    .execute();
  expect(await tryLease("jobs", null)).toEqual({ name: "jobs", fence: 2 });
  await db
    .updateTable("leases")
    .set({ holder: `${here} ${process.ppid}` })
    .execute();
  expect(await tryLease("jobs", null)).toMatchObject({ fence: 2, beats: 0 });
});

it("of a process that had this one's id is free: a container's first process always has it", async () => {
  await tryLease("jobs", null);
  expect(await tryLease("jobs", null)).toEqual({ name: "jobs", fence: 2 });
});

it("goes to who asks or stays with a holder that beats at the same moment, never both", async () => {
  await holdElsewhere();
  const [got, stays] = await Promise.all([tryLease("jobs", seenAt(0), silentMs), beat(lease, "[]")]);
  expect("at" in got).toBe(stays);
  expect(await beat({ name: "jobs", fence: stays ? 1 : 2 }, "[]")).toBe(true);
});

it("beats while it is held, and no longer when another one took it", async () => {
  await tryLease("jobs", null);
  expect(await beat(lease, "[]")).toBe(true);
  await db.updateTable("leases").set({ holder: "another-machine boot 7", fence: 2 }).execute();
  expect(await beat(lease, "[]")).toBe(false);
});

it("of which the holder slept through the end refuses its writes, and what its timers write", async () => {
  await tryLease("jobs", null);
  const addEvent = () =>
    write((trx) =>
      trx
        .insertInto("stripe_events")
        .values({ id: `evt_${Math.random()}`, received_at: "2026-11-29" })
        .execute(),
    );
  await underLease(lease, addEvent);
  const later = underLease(lease, () => new Promise<void>((resolve) => setTimeout(resolve)).then(addEvent));
  await db.updateTable("leases").set({ fence: 2 }).execute();
  await expect(later).rejects.toThrow(LeaseLost);
  await expect(underLease(lease, addEvent)).rejects.toThrow(LeaseLost);
  // Requests of the same process write as before.
  await addEvent();
  expect(await db.selectFrom("stripe_events").select("id").execute()).toHaveLength(2);
});
