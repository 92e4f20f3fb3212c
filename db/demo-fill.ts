/** Migrates the demo's file, fills it when nobody is in it yet, and says how to sign in; with --fresh deletes it first. Run by demo.ts. */
import { whosePeopleIn } from "./demo/accounts.ts";
import { deleteDemo } from "./demo/fresh.ts";
import { demoPath } from "./demo/path.ts";

try {
  // A bad environment ends it here, in one line.
  const { env } = await import("../app/env.server.ts");
  await fillOrExplain(env.DATABASE_PATH);
} catch (error) {
  console.error(inOneLine(error));
  process.exitCode = 1;
}

async function fillOrExplain(path: string): Promise<void> {
  if (process.argv.includes("--fresh")) deleteDemo(path);
  if (whosePeopleIn(path) === "others") throw new Error(`${path} is not the demo's database: it has accounts of its own. Set DATABASE_PATH to another file, or to none for ${demoPath}.`);
  const { fillDemo } = await import("./demo/fill.ts");
  const welcome = await fillDemo().catch((error: unknown) => {
    throw new Error(`The demo can't use ${path}: ${inOneLine(error)}\nnpm run demo -- --fresh starts over with a new file.`);
  });
  console.log(welcome);
}

function inOneLine(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
