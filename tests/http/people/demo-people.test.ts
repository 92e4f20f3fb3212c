/** Demo accounts have a public password, so a real server refuses them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { engineOf } from "../../../db/engine.ts";
import { createUser } from "../../support/database/factories.ts";
import { dropDatabase, newDatabase } from "../../support/database/migrated.ts";
import { freePort, launch } from "../../support/app/server.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();

test("a server refuses to start on a database with demo accounts, with one line of error", async () => {
  const folder = mkdtempSync(join(tmpdir(), "simline-demo-people-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = await newDatabase(join(folder, "some.db"));
  onTestFinished(() => dropDatabase(path));
  const { nameOf, open } = engineOf(path);
  const { db, close } = open(path);
  await createUser(db, { email: "member@demo.test" });
  await close();
  const start = async (env: Readonly<Record<string, string>>) => launch({ path, port: await freePort(), env });
  await expect(start({})).rejects.toThrow(
    `The server ended with 1: ${nameOf(path)} has demo accounts, whose password is public. Set DATABASE_PATH to another file, or DATABASE_URL to another database.\n`,
  );
  const demo = await start({ DEMO: "1" });
  expect(await demo.end("SIGTERM")).toBe(0);
});

test("no account gets a demo email, because the next start would fail", async () => {
  const superadmin = await app.signedIn("superadmin");
  const answer = await superadmin.call("POST", "/api/users", {
    email: "superadmin@demo.test",
    password: "another-horse-9",
    role: "user",
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ fields: { email: "This address is reserved for the demo." } }),
  ]);
  const signup = await app.client().call("POST", "/api/signup", {
    name: "A",
    phone: "+1 555 0100",
    email: "new@demo.test",
    password: "another-horse-9",
    role: "user",
  });
  expect([signup.status, await signup.json()]).toEqual([
    400,
    expect.objectContaining({ fields: { email: "This address is reserved for the demo." } }),
  ]);
});
