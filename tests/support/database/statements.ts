import { onStatement } from "./ran-statements.ts";

export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sources: string[] = [];
  const stop = onStatement(({ source }) => sources.push(source));
  try {
    await work();
    return sources;
  } finally {
    stop();
  }
}
