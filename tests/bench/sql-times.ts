/** What some work's statements took. */
import { onStatement } from "../support/ran-statements.ts";

export interface SqlTimes {
  ms: number;
  statements: number;
  rows: number;
}

/** What some work's statements took, how many they were, and how many rows they gave. */
export async function sqlOf(work: () => Promise<unknown>): Promise<SqlTimes> {
  const times: SqlTimes = { ms: 0, statements: 0, rows: 0 };
  const end = onStatement(({ ms, rows }) => {
    times.ms += ms;
    times.statements += 1;
    times.rows += rows;
  });
  await work().finally(end);
  return times;
}
