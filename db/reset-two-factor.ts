/** `npm run reset-two-factor -- EMAIL`: for a person who lost phone and recovery codes. */
import { command, onlyWord } from "./command.ts";
import { migrate } from "./migrate.ts";

await command(async (_path, words) => {
  const email = onlyWord(words, "npm run reset-two-factor -- EMAIL");
  const { env } = await import("../app/env.server.ts");
  await migrate(env.DATABASE_PATH);
  const { resetTwoFactorOf } = await import("../app/models/people/superadmin.server.ts");
  const address = await resetTwoFactorOf(email);
  console.log(`${address} now signs in with the password alone (${env.DATABASE_PATH}).`);
});
