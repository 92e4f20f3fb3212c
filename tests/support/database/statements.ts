import { onStatement } from "./ran-statements.ts";

/** Runs some work and gives the SQL of every statement that it sent to SQLite. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sources: string[] = [];
  const end = onStatement(({ source }) => sources.push(source));
  try {
    await work();
    return sources;
  } finally {
    end();
  }
}
