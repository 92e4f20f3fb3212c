/**
 * Migrates the demo's database, fills it when it has no accounts, and prints how to sign in. Deletes it first with
 * --fresh. Run by demo.ts.
 */
import { accountsIn } from "./demo/accounts.ts";
import { engineOf } from "./engine.ts";
import { deleteDemo } from "./demo/fresh.ts";
import { demoPath } from "./demo/path.ts";

try {
  // Imported here so that a bad environment prints one line.
  const { env } = await import("../app/env.server.ts");
  await fillOrExplain(env.DATABASE);
} catch (error) {
  console.error(inOneLine(error));
  process.exitCode = 1;
}

async function fillOrExplain(address: string): Promise<void> {
  const name = engineOf(address).nameOf(address);
  if (process.argv.includes("--fresh")) await deleteDemo(address);
  if ((await accountsIn(address)) === "others")
    throw new Error(
      `${name} is not the demo's database: it has accounts of its own. Set DATABASE_PATH to another file, or unset it to use ${demoPath}.`,
    );
  const { fillDemo } = await import("./demo/fill.ts");
  const welcome = await fillDemo().catch((error: unknown) => {
    throw new Error(`The demo can't use ${name}: ${inOneLine(error)}\nnpm run demo -- --fresh starts anew.`);
  });
  console.log(welcome);
}

function inOneLine(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
