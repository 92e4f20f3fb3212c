import fs from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { checkReadiness, leastFreeBytes, listProblems, noteProblem } from "../../app/models/health.server.ts";
import type { Actor } from "../../app/models/operation.server.ts";
import { actorOf } from "../support/database/factories.ts";

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

it("lists problems for the superadmin only, until they are solved", async () => {
  const superadmin = actorOf("superadmin");
  setFreeBytes(leastFreeBytes);
  noteProblem("backups", "Backups fail. There is none yet.");
  expect(await listProblems(superadmin, {})).toEqual([
    "Backups fail. There is none yet. See the server log for the reason.",
  ]);
  noteProblem("backups", null);
  expect(await listProblems(superadmin, {})).toEqual([]);
  setFreeBytes(leastFreeBytes - 4096);
  expect(await listProblems(superadmin, {})).toEqual(["The database disk is almost full: 99 MB left."]);
  for (const other of [nobody, actorOf("admin")])
    await expect(listProblems(other, {})).rejects.toMatchObject({ reason: other.person ? "forbidden" : "signed-out" });
});
