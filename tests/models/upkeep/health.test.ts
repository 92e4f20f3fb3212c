import fs from "node:fs/promises";
import { afterEach, expect, it, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import { checkReadiness, leastFreeBytes, listProblems, noteProblem } from "../../../app/models/upkeep/health.server.ts";
import type { Actor } from "../../../app/models/operation.server.ts";
import { actorOf, createPick } from "../../support/database/factories.ts";

afterEach(() => void vi.useRealTimers());

const superadmin = actorOf("superadmin");
const failing = { text: "Backups are failing.", advice: "Make room." };
const nobody: Actor = { person: null, key: null, session: null, address: "", device: null };
const setFreeBytes = (bytes: number) =>
  vi.spyOn(fs, "statfs").mockResolvedValue({
    type: 0,
    bsize: 4096,
    frsize: 4096,
    blocks: 0,
    bfree: 2 * bytes,
    bavail: bytes / 4096,
    files: 0,
    ffree: 0,
  });

it("is ready while the disk has space", async () => {
  setFreeBytes(leastFreeBytes);
  expect(await checkReadiness(nobody, {})).toEqual({});
});

it("is not ready on an almost full disk, and reports the free space", async () => {
  setFreeBytes(leastFreeBytes - 4096);
  await expect(checkReadiness(nobody, {})).rejects.toMatchObject({
    reason: "busy",
    message: "Not ready: the database disk has 99 MB left.",
  });
});

it("is not ready when the free space can't be read", async () => {
  vi.spyOn(fs, "statfs").mockRejectedValue(new Error("EIO"));
  await expect(checkReadiness(nobody, {})).rejects.toThrow("EIO");
});

it("lists the problems of jobs until they are solved, and the disk's while it is almost full", async () => {
  setFreeBytes(leastFreeBytes);
  await noteProblem("backups", failing);
  expect(await listProblems(superadmin, {})).toEqual([{ ...failing, since: expect.any(String) }]);
  await noteProblem("backups", null);
  expect(await listProblems(superadmin, {})).toEqual([]);
  setFreeBytes(leastFreeBytes - 4096);
  expect(await listProblems(superadmin, {})).toEqual([
    {
      text: "The database disk is almost full: 99 MB left.",
      since: null,
      advice: "Free space on the disk of the database.",
    },
  ]);
});

it("a problem that is noted again says what is new, and since when it has lasted", async () => {
  setFreeBytes(leastFreeBytes);
  vi.useFakeTimers({ now: new Date("2026-11-21T15:00:00.000Z"), toFake: ["Date"] });
  await noteProblem("mail", { text: "No email could be sent.", advice: "Wait." });
  vi.setSystemTime("2026-11-21T16:00:00.000Z");
  await noteProblem("mail", failing);
  expect(await listProblems(superadmin, {})).toEqual([{ ...failing, since: "2026-11-21T15:00:00.000Z" }]);
  await noteProblem("mail", null);
  await noteProblem("mail", failing);
  expect(await listProblems(superadmin, {})).toEqual([{ ...failing, since: "2026-11-21T16:00:00.000Z" }]);
  await noteProblem("mail", null);
});

it("several problems are listed together", async () => {
  setFreeBytes(leastFreeBytes - 4096);
  await noteProblem("backups", failing);
  await noteProblem("mail", { ...failing, text: "No email could be sent." });
  const { id } = await createPick(db, { starts_at: "2026-01-05T00:30:00.000Z" });
  expect((await listProblems(superadmin, {})).map(({ text }) => text)).toEqual([
    "Backups are failing.",
    "No email could be sent.",
    "The database disk is almost full: 99 MB left.",
    "1 pick waits for its result.",
  ]);
  await db.deleteFrom("picks").where("id", "=", id).execute();
  await noteProblem("backups", null);
  await noteProblem("mail", null);
});

it("nobody but a superadmin may list them", async () => {
  for (const other of [nobody, actorOf("user"), actorOf("propicksmanager"), actorOf("admin")])
    await expect(listProblems(other, {})).rejects.toMatchObject({ reason: other.person ? "forbidden" : "signed-out" });
});
