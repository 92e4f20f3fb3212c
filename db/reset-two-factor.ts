/** `npm run reset-two-factor -- EMAIL`: lets somebody who has neither phone nor recovery code sign in with the password alone, beside a running server. */
import { join } from "node:path";
import { migrate } from "./migrate.ts";

process.chdir(join(import.meta.dirname, ".."));
try {
  const [email, ...more] = process.argv.slice(2);
  if (email === undefined || more.length > 0) throw new Error("Usage: npm run reset-two-factor -- EMAIL");
  const { env } = await import("../app/env.server.ts");
  await migrate(env.DATABASE_PATH);
  const { resetTwoFactorOf } = await import("../app/models/owner.server.ts");
  const address = await resetTwoFactorOf(email);
  console.log(`${address} now signs in with the password alone (${env.DATABASE_PATH}).`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
