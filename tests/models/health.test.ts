import fs from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { checkReadiness, leastFreeBytes, listProblems, noteProblem } from "../../app/models/health.server.ts";
import type { Actor } from "../../app/models/operation.server.ts";
import { actorOf } from "../support/database/factories.ts";

const anybody: Actor = { person: null, session: null, address: "", device: null };
const room = (bytes: number) => vi.spyOn(fs, "statfs").mockResolvedValue({ type: 0, bsize: 4096, frsize: 4096, blocks: 0, bfree: 2 * bytes, bavail: bytes / 4096, files: 0, ffree: 0 });

it("is ready while the disk has room", async () => {
  room(leastFreeBytes);
  expect(await checkReadiness(anybody, {})).toEqual({});
});

it("is not ready on a disk that is nearly full, and says for the log how much is left", async () => {
  room(leastFreeBytes - 4096);
  await expect(checkReadiness(anybody, {})).rejects.toMatchObject({ reason: "busy", message: "Not ready: the disk of the database has 99 MB left." });
});

it("is not ready when the disk can't be asked", async () => {
  vi.spyOn(fs, "statfs").mockRejectedValue(new Error("EIO"));
  await expect(checkReadiness(anybody, {})).rejects.toThrow("EIO");
});

it("tells the owner, and nobody else, what goes wrong outside of requests until it goes right again, and that the disk is nearly full", async () => {
  const owner = actorOf("superadmin");
  room(leastFreeBytes);
  noteProblem("backups", "Backups fail. There is none yet.");
  expect(await listProblems(owner, {})).toEqual(["Backups fail. There is none yet. The server's log says why."]);
  noteProblem("backups", null);
  expect(await listProblems(owner, {})).toEqual([]);
  room(leastFreeBytes - 4096);
  expect(await listProblems(owner, {})).toEqual(["The disk of the database is almost full: 99 MB left."]);
  for (const other of [anybody, actorOf("admin")]) await expect(listProblems(other, {})).rejects.toMatchObject({ reason: other.person ? "forbidden" : "signed-out" });
});
