import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { listProblems } from "../../app/models/upkeep/health.server.ts";
import { runInChildProcess, stopped } from "../../app/server/child-process.server.ts";
import { startRecordChecks } from "../../app/server/record-checks.server.ts";
import { messagesOf } from "../support/app/log.ts";
import { actorOf } from "../support/database/factories.ts";

vi.mock("../../app/server/child-process.server.ts", () => ({
  runInChildProcess: vi.fn(),
  stopped: new Error("stopped"),
}));

const [hour, day] = [3_600_000, 24 * 3_600_000];
const printed = (...problems: string[]) => JSON.stringify({ lines: ["Intact: 1 entry."], problems, differences: 0 });
let stop = () => {};
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-21T15:00:00.000Z") }));
afterEach(() => {
  stop();
  vi.useRealTimers();
});

async function problemsAfter(ms: number) {
  await vi.advanceTimersByTimeAsync(ms);
  const problems = await listProblems(actorOf("superadmin"), {});
  return problems.filter(({ text }) => !text.includes("disk")).map(({ text, since }) => [text, since]);
}

it("is checked at the start and once a day; a failure is shown until a later check finds nothing", async () => {
  const run = vi
    .mocked(runInChildProcess)
    .mockResolvedValueOnce(printed("It is broken.", "The tables differ."))
    .mockResolvedValueOnce(printed("It is broken elsewhere."))
    .mockResolvedValue(printed());
  const errors = vi.spyOn(console, "error").mockReturnValue();
  stop = startRecordChecks();
  const since = "2026-11-21T15:00:00.500Z";
  expect(await problemsAfter(499)).toEqual([]);
  expect(await problemsAfter(1)).toEqual([["It is broken. The tables differ.", since]]);
  expect(await problemsAfter(day)).toEqual([["It is broken elsewhere.", since]]);
  expect(await problemsAfter(day - 1)).toHaveLength(1);
  expect(await problemsAfter(1)).toEqual([]);
  expect(run.mock.calls).toEqual(Array(3).fill(["db/record.ts", ["check", "--json"], hour]));
  expect(messagesOf(errors.mock.calls)).toEqual(["It is broken. The tables differ.", "It is broken elsewhere."]);
});

it("a check that could not run is said in the log, tried again in an hour, and ends no problem", async () => {
  vi.mocked(runInChildProcess)
    .mockRejectedValueOnce(new Error("app.db is locked by another program."))
    .mockResolvedValueOnce(printed("It is broken."))
    .mockResolvedValueOnce("half of a rep")
    .mockRejectedValueOnce(stopped)
    .mockResolvedValue(printed());
  const errors = vi.spyOn(console, "error").mockReturnValue();
  stop = startRecordChecks();
  expect(await problemsAfter(500)).toEqual([]);
  expect(await problemsAfter(hour)).toHaveLength(1);
  expect(await problemsAfter(day)).toHaveLength(1);
  expect(await problemsAfter(hour)).toHaveLength(1);
  expect(await problemsAfter(hour)).toEqual([]);
  const failed = /^The record could not be checked\. The next try is in an hour: /;
  expect(messagesOf(errors.mock.calls)).toEqual([
    expect.stringMatching(failed),
    "It is broken.",
    expect.stringMatching(failed),
  ]);
});
