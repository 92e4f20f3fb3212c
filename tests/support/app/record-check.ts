/**
 * Preloaded into a server under test and into the programs that it runs. Most tests put picks straight into the tables,
 * which the server's own check would report: it finds nothing, unless TEST_RECORD_CHECK is "real", or never ends ("held").
 */
import { writeFileSync } from "node:fs";

const { argv, env, pid } = process;
if (argv[1]?.endsWith("db/record.ts") && env.TEST_RECORD_CHECK !== "real") {
  if (env.TEST_RECORD_CHECK === "held") {
    writeFileSync(`${env.DATABASE_PATH}.held`, String(pid));
    await new Promise<never>(() => setInterval(() => undefined, 60_000));
  }
  console.log(JSON.stringify({ lines: [], problems: [], differences: 0 }));
  process.exit(0);
}
