/**
 * `npm run create-superadmin -- EMAIL`: creates a superadmin, before the first start or beside a running server. The
 * password comes from SUPERADMIN_PASSWORD, or is asked for: twice and hidden on a terminal, else as one line.
 */
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { command, onlyWord } from "./command.ts";
import { engineOf } from "./engine.ts";
import { migrate } from "./migrate.ts";

await command(async (address, words) => {
  const email = onlyWord(words, "npm run create-superadmin -- EMAIL");
  // Loaded before the password is asked for: it stops at a bad environment or a newer database.
  await import("../app/env.server.ts");
  await migrate(address);
  const { createSuperadmin } = await import("../app/models/people/superadmin.server.ts");
  const user = await createSuperadmin({ email, askPassword: () => process.env.SUPERADMIN_PASSWORD || askPassword() });
  console.log(`${user.email} can now sign in at /admin-login (${engineOf(address).nameOf(address)}).`);
});

async function askPassword(): Promise<string> {
  const terminal = process.stdin.isTTY === true;
  // readline echoes to its output; this one discards it.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal, historySize: 0 });
  reader.once("SIGINT", () => process.exit(130));
  const lines = reader[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    if (terminal) process.stderr.write(question);
    const line = await lines.next();
    if (terminal) process.stderr.write("\n");
    if (line.done === true)
      throw new Error("No password was given. Type it on a terminal, or set SUPERADMIN_PASSWORD.");
    return line.value;
  };
  try {
    const password = await ask("Password: ");
    if (terminal && (await ask("Repeat the password: ")) !== password) throw new Error("Passwords do not match");
    return password;
  } finally {
    reader.close();
  }
}
