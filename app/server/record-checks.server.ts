import { z } from "zod";
import { dayMs, hourMs } from "../time/durations.ts";
import { log, logError } from "../log.server.ts";
import { noteProblem } from "../models/upkeep/health.server.ts";
import { noteCheck } from "../models/record/last-check.server.ts";
import { runInChildProcess, stopped } from "./child-process.server.ts";
import { repeatedly } from "../repeatedly.server.ts";

const longestCheckMs = hourMs;

const report = z.string().transform((text): unknown => JSON.parse(text));
const checked = z.object({ lines: z.array(z.string()), problems: z.array(z.string()), differences: z.number() });

/** Checks the record against itself and the tables after each start and once a day. A failure is told to superadmins. */
export function startRecordChecks(): () => void {
  return repeatedly("record", async () => {
    try {
      const printed = await runInChildProcess("db/record.ts", ["check", "--json"], longestCheckMs);
      await note(checked.parse(report.parse(printed)));
      return dayMs;
    } catch (error) {
      // The findings of an earlier check still stand.
      if (error !== stopped)
        logError(
          `The record could not be checked. The next try is in an hour: ${error instanceof Error ? error.message : String(error)}`,
        );
      return hourMs;
    }
  });
}

async function note({ lines, problems, differences }: z.output<typeof checked>): Promise<void> {
  await noteCheck({ at: new Date().toISOString(), lines, tablesAgree: differences === 0 });
  const [verdict] = lines;
  if (problems.length === 0) {
    if (verdict !== undefined) log(`The record was checked. ${verdict}`);
    return noteProblem("record", null);
  }
  const text = problems.join(" ");
  logError(text);
  await noteProblem("record", {
    text,
    advice:
      'Something other than this program changed the database, or the program has a bug. Keep the file as it is and run "npm run record -- check" on the server; the guide to self-hosting says what then.',
  });
}
