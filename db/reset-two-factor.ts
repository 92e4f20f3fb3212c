/** `npm run reset-two-factor -- EMAIL`: for a person who lost phone and recovery codes. */
import { command, onlyWord } from "./command.ts";
import { engineOf } from "./engine.ts";
import { migrate } from "./migrate.ts";

await command(async (address, words) => {
  const email = onlyWord(words, "npm run reset-two-factor -- EMAIL");
  await import("../app/env.server.ts");
  await migrate(address);
  const { resetTwoFactorOf } = await import("../app/models/people/superadmin.server.ts");
  const found = await resetTwoFactorOf(email);
  console.log(`${found} now signs in with the password alone (${engineOf(address).nameOf(address)}).`);
});
