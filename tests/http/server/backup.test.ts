/** The commands beside the built app: a backup under writes, and a start on what was restored. */
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { migrate } from "../../../db/migrate.ts";
import { startApp } from "../../support/app/app.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { runProgram } from "../../support/app/program.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp({ TRUST_PROXY: "1" });
const folder = mkdtempSync(join(tmpdir(), "simline-backups-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = (name: string, ...args: string[]) => runProgram([`db/${name}.ts`, ...args], { env: { DATABASE_PATH: app.path, INIT_CWD: folder } });

test("a backup taken under writes has all that was acknowledged before, and a server starts on it: everybody signs in anew", async () => {
  const staff = await app.signedIn("superadmin");
  const person = await createUser(app.db);
  const member = app.client();
  await member.signIn(person.email);
  const ids: number[] = [];
  let writing = true;
  const writes = Promise.all(Array.from({ length: 4 }, async () => {
    while (writing) ids.push(await publish(staff));
  }));
  while (ids.length < 20) ids.push(await publish(staff));
  const acknowledged = [...ids];
  expect(await command("backup", "copy.db")).toEqual({ code: 0, out: `${app.path} is saved as ${join(folder, "copy.db")}.\n`, err: "" });
  writing = false;
  await writes;
  const since = await publish(staff);
  expect(await command("backup", "copy.db")).toEqual({ code: 1, out: "", err: `${join(folder, "copy.db")} already exists. Choose another name, or delete it first.\n` });
  expect(await command("restore", "copy.db")).toEqual({ code: 1, out: "", err: `${app.path} is in use. Stop the server first.\n` });

  const path = join(folder, "restored", "app.db");
  const restored = await runProgram(["db/restore.ts", "copy.db"], { env: { DATABASE_PATH: path, INIT_CWD: folder } });
  expect(restored).toEqual({ code: 0, out: `${join(folder, "copy.db")} is now ${path}. Everybody has to sign in again.\n`, err: "" });
  const again = await startApp({ DATABASE_PATH: path });
  const before = again.client();
  for (const [name, value] of member.cookies) before.cookies.set(name, value);
  expect((await before.get("/dashboard")).headers.get("location")).toBe("/");
  const client = again.client();
  expect((await client.signIn(person.email, testPassword)).headers.get("location")).toBe("/dashboard");
  const found: { id: number }[] = await (await client.call("GET", "/api/picks?limit=500")).json();
  const there = new Set(found.map(({ id }) => id));
  expect([acknowledged.filter((id) => !there.has(id)), there.has(since)]).toEqual([[], false]);
  expect((await client.get("/readyz")).status).toBe(200);
  expect(await runProgram(["db/restore.ts", "copy.db"], { env: { DATABASE_PATH: path, INIT_CWD: folder } })).toMatchObject({ code: 1, err: `${path} is in use. Stop the server first.\n` });
  await again.stop();
  // Its own run left everything in one file.
  expect(readdirSync(join(folder, "restored"))).toEqual(["app.db"]);
});

test.each([["backup", "Usage: npm run backup -- FILE\n"], ["restore", "Usage: npm run restore -- FILE\n"]])("%s without a name, or with two, says how it is called", async (name, err) => {
  for (const names of [[], ["copy.db", "other.db"]]) expect(await command(name, ...names)).toEqual({ code: 1, out: "", err });
});

test("a backup into a folder for which the system has no place ends at once, and says so", async () => {
  // There Linux says that the parent is missing, though it is there.
  expect(await command("backup", "/proc/simline/copy.db")).toEqual({ code: 1, out: "", err: expect.stringMatching(/^The folder \/proc\/simline can't be made \(\w+\)\.\n$/) });
});

const start = ["--import", "./app/server/guard.ts", "node_modules/@remix-run/serve/dist/cli.js", "build/index.js"];
const good = { NODE_ENV: "production", HOST: "127.0.0.1", APP_ORIGIN: "http://127.0.0.1:1", SESSION_SECRET: "a-test-value-of-more-than-32-bytes-length", PAYMENT_MODE: "link", CHECKOUT_URL: "https://checkout.example/simline" };

test.each([
  ["a bad environment", { PORT: "many" }, /^Bad environment: PORT must be a port number\n$/],
  ["notes for a database", { DATABASE_PATH: "notes.db" }, /^\S+notes\.db is not a database\.\n$/],
  ["a folder that can't be", { DATABASE_PATH: "notes.db/x.db" }, /^The folder \S+ can't be made \(\w+\)\.\n$/],
  ["an address of another machine", { HOST: "192.0.2.1" }, /^The server can't listen on 192\.0\.2\.1, port \d+ \(EADDRNOTAVAIL\)\. Set HOST and PORT to what this machine has\.\n$/],
  ["a name that is no address", { HOST: "nobody.invalid" }, /^The server can't listen on nobody\.invalid, port \d+ \(\w+\)\. Set HOST and PORT to what this machine has\.\n$/],
] as const)("with %s the start ends with 1 and one line, and no port is opened", async (_what, env, line) => {
  const notes = join(folder, "notes.db");
  writeFileSync(notes, "These are notes. ".repeat(500));
  const path = "DATABASE_PATH" in env ? join(folder, env.DATABASE_PATH) : join(folder, "fine.db");
  if (!("DATABASE_PATH" in env)) await migrate(path);
  const { code, out, err } = await runProgram(start, { env: { ...good, PORT: "0", ...env, DATABASE_PATH: path } });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(line);
});

test("without HOST it listens on this machine alone", async () => {
  const server = await startApp({ HOST: "" });
  const elsewhere = server.origin.replace("127.0.0.1", "127.0.0.2");
  expect([(await server.client().get("/healthz")).status, await fetch(`${elsewhere}/healthz`).then(({ status }) => status, () => "nobody")]).toEqual([200, "nobody"]);
  await server.stop();
});

test.each([
  ["notes", "These are notes. ".repeat(500), /^\S+ is not a database\.\n$/],
  ["an empty file", "", /^\S+ has yet to be migrated: npm run migrate\n$/],
  ["a damaged file", "SQLite format 3\0".padEnd(4096, "x"), /^\S+ (is damaged|is not a database)\..*\n$/],
])("the check of the totals says of %s what it is, in a line", async (_what, content, line) => {
  const path = join(folder, "totals.db");
  writeFileSync(path, content);
  expect(await runProgram(["db/totals.ts"], { env: { DATABASE_PATH: path } })).toMatchObject({ code: 1, out: "", err: expect.stringMatching(line) });
});

test("the check of the totals makes no database where there is none", async () => {
  const path = join(folder, "mistyped.db");
  expect(await runProgram(["db/totals.ts"], { env: { DATABASE_PATH: path } })).toEqual({ code: 1, out: "", err: `${path} does not exist.\n` });
  expect(existsSync(path)).toBe(false);
});

test.each([
  ["migrate", "--help", "npm run migrate takes no arguments.\n"],
  ["totals", "--rebuild-all", "Usage: npm run totals, or npm run totals -- --rebuild\n"],
  ["backup", "--help", "Usage: npm run backup -- FILE\n"],
  ["restore", "--help", "Usage: npm run restore -- FILE\n"],
])("npm run %s does nothing with %s", async (command, argument, line) => {
  const path = join(folder, `${command}-nothing.db`);
  expect(await runProgram([`db/${command}.ts`, argument], { env: { DATABASE_PATH: path, INIT_CWD: folder } })).toEqual({ code: 1, out: "", err: line });
  expect(readdirSync(folder).filter((name) => name.includes("nothing") || name.startsWith("-"))).toEqual([]);
});

test("each command finds the database where the server does, whatever folder it is run in and whatever stands around its name", async () => {
  await migrate(join(folder, "found.db"));
  const env = { DATABASE_PATH: `${relative(".", join(folder, "found.db"))} \r`, INIT_CWD: folder };
  for (const [command, ...file] of [["migrate"], ["totals"], ["backup", "found-copy.db"], ["restore", "found-copy.db"]]) {
    expect([command, await runProgram([resolve(`db/${command}.ts`), ...file], { env, cwd: folder })]).toEqual([command, expect.objectContaining({ code: 0, err: "" })]);
  }
  expect(readdirSync(folder).filter((name) => name.startsWith("found") && /\s/.test(name))).toEqual([]);
});

test("on a taken port the start ends with 1 and one line", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  const path = join(folder, "taken.db");
  await migrate(path);
  const { code, out, err } = await runProgram(start, { env: { ...good, PORT: port, DATABASE_PATH: path } });
  other.close();
  expect([code, out, err, existsSync(`${path}-wal`)]).toEqual([1, "", `Port ${port} is taken by another program. Set PORT to a free one.\n`, false]);
});
