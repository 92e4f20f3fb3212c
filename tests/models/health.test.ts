import fs from "node:fs/promises";
import { expect, it, vi } from "vitest";
import { checkReadiness, leastFreeBytes } from "../../app/models/health.server.ts";

const anybody = { person: null, session: null, address: "", device: null };
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
