import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { migrate } from "../../db/migrate.ts";
import { startApp } from "../support/app/app.ts";
import { createUser, testPassword } from "../support/database/factories.ts";
import { publish } from "../support/database/picks.ts";
import { runProgram } from "../support/app/program.ts";
import { useApp } from "../support/app/use-app.ts";

const app = useApp();
const folder = mkdtempSync(join(tmpdir(), "simline-backups-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const command = (name: string, ...args: string[]) =>
  runProgram([`db/${name}.ts`, ...args], { env: { DATABASE_PATH: app.path, INIT_CWD: folder } });

test("a backup taken during writes has every acknowledged write, and a server starts on it with all sessions gone", async () => {
  const staff = await app.signedIn("superadmin");
  const person = await createUser(app.db);
  const member = app.client();
  await member.signIn(person.email);
  const ids: number[] = [];
  let writing = true;
  const writes = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (writing) ids.push(await publish(staff));
    }),
  );
  while (ids.length < 20) ids.push(await publish(staff));
  const acknowledged = [...ids];
  expect(await command("backup", "copy.db")).toEqual({
    code: 0,
    out: `${app.path} was copied to ${join(folder, "copy.db")}.\n`,
    err: "",
  });
  writing = false;
  await writes;
  const later = await publish(staff);
  expect(await command("backup", "copy.db")).toEqual({
    code: 1,
    out: "",
    err: `${join(folder, "copy.db")} already exists. Choose another name, or delete it first.\n`,
  });
  expect(await command("restore", "copy.db")).toEqual({
    code: 1,
    out: "",
    err: `${app.path} is in use. Stop the server first.\n`,
  });

  const path = join(folder, "restored", "app.db");
  const restored = await runProgram(["db/restore.ts", "copy.db"], { env: { DATABASE_PATH: path, INIT_CWD: folder } });
  expect(restored).toEqual({
    code: 0,
    out: `${path} was restored from ${join(folder, "copy.db")}. All users must sign in again.\n`,
    err: "",
  });
  const again = await startApp({ DATABASE_PATH: path });
  const oldSession = again.client();
  for (const [name, value] of member.cookies) oldSession.cookies.set(name, value);
  expect((await oldSession.get("/dashboard")).headers.get("location")).toBe("/");
  const client = again.client();
  expect((await client.signIn(person.email, testPassword)).headers.get("location")).toBe("/dashboard");
  const found: { id: number }[] = await (await client.call("GET", "/api/picks?limit=500")).json();
  const restoredIds = new Set(found.map(({ id }) => id));
  expect([acknowledged.filter((id) => !restoredIds.has(id)), restoredIds.has(later)]).toEqual([[], false]);
  expect((await client.get("/readyz")).status).toBe(200);
  expect(
    await runProgram(["db/restore.ts", "copy.db"], { env: { DATABASE_PATH: path, INIT_CWD: folder } }),
  ).toMatchObject({ code: 1, err: `${path} is in use. Stop the server first.\n` });
  await again.stop();
  expect(readdirSync(join(folder, "restored"))).toEqual(["app.db", "app.db.head"]);
});

test.each([
  ["backup", "Usage: npm run backup -- FILE\n"],
  ["restore", "Usage: npm run restore -- FILE\n"],
])("%s with no file name or two prints its usage", async (name, err) => {
  for (const names of [[], ["copy.db", "other.db"]])
    expect(await command(name, ...names)).toEqual({ code: 1, out: "", err });
});

test("a backup into a folder that can't be created fails at once with a message", async () => {
  // Linux reports a missing parent in /proc, though it exists.
  expect(await command("backup", "/proc/simline/copy.db")).toEqual({
    code: 1,
    out: "",
    err: expect.stringMatching(/^The folder \/proc\/simline can't be made \(\w+\)\.\n$/),
  });
});

const startArgs = ["--import", "./app/server/guard.ts", "node_modules/@remix-run/serve/dist/cli.js", "build/index.js"];
const validEnv = {
  NODE_ENV: "production",
  HOST: "127.0.0.1",
  APP_ORIGIN: "http://127.0.0.1:1",
  SESSION_SECRET: "a-test-value-of-more-than-32-bytes-length",
  PAYMENT_MODE: "link",
  CHECKOUT_URL: "https://checkout.example/simline",
};

test.each([
  ["an invalid environment", { PORT: "many" }, /^Bad environment: PORT must be a port number\n$/],
  ["a file that is not a database", { DATABASE_PATH: "notes.db" }, /^\S+notes\.db is not a database\.\n$/],
  ["a folder that can't be created", { DATABASE_PATH: "notes.db/x.db" }, /^The folder \S+ can't be made \(\w+\)\.\n$/],
  [
    "another machine's address",
    { HOST: "192.0.2.1" },
    /^The server can't listen on 192\.0\.2\.1, port \d+ \(EADDRNOTAVAIL\)\. Set HOST and PORT to an address of this machine\.\n$/,
  ],
  [
    "an unknown host name",
    { HOST: "nobody.invalid" },
    /^The server can't listen on nobody\.invalid, port \d+ \(\w+\)\. Set HOST and PORT to an address of this machine\.\n$/,
  ],
] as const)("with %s the server exits with code 1 and one line of error", async (_what, env, line) => {
  const notes = join(folder, "notes.db");
  writeFileSync(notes, "These are notes. ".repeat(500));
  const path = "DATABASE_PATH" in env ? join(folder, env.DATABASE_PATH) : join(folder, "fine.db");
  if (!("DATABASE_PATH" in env)) await migrate(path);
  const { code, out, err } = await runProgram(startArgs, {
    env: { ...validEnv, PORT: "0", ...env, DATABASE_PATH: path },
  });
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(line);
});

test("without HOST the server listens on loopback only", async () => {
  const server = await startApp({ HOST: "" });
  const elsewhere = server.origin.replace("127.0.0.1", "127.0.0.2");
  expect([
    (await server.client().get("/healthz")).status,
    await fetch(`${elsewhere}/healthz`).then(
      ({ status }) => status,
      () => "nobody",
    ),
  ]).toEqual([200, "nobody"]);
  await server.stop();
});

test.each([
  ["a text file", "These are notes. ".repeat(500), /^\S+ is not a database\.\n$/],
  ["an empty file", "", /^\S+ must be migrated first: npm run migrate\n$/],
  ["a damaged file", "SQLite format 3\0".padEnd(4096, "x"), /^\S+ (is damaged|is not a database)\..*\n$/],
])("the totals check reports %s in one line", async (_what, content, line) => {
  const path = join(folder, "totals.db");
  writeFileSync(path, content);
  expect(await runProgram(["db/totals.ts"], { env: { DATABASE_PATH: path } })).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringMatching(line),
  });
});

test("the totals check creates no database", async () => {
  const path = join(folder, "mistyped.db");
  expect(await runProgram(["db/totals.ts"], { env: { DATABASE_PATH: path } })).toEqual({
    code: 1,
    out: "",
    err: `${path} does not exist.\n`,
  });
  expect(existsSync(path)).toBe(false);
});

test.each([
  ["migrate", "--help", "npm run migrate takes no arguments.\n"],
  ["totals", "--rebuild-all", "Usage: npm run totals, or npm run totals -- --rebuild\n"],
  ["backup", "--help", "Usage: npm run backup -- FILE\n"],
  ["restore", "--help", "Usage: npm run restore -- FILE\n"],
])("npm run %s refuses %s and does nothing", async (command, argument, line) => {
  const path = join(folder, `${command}-nothing.db`);
  expect(await runProgram([`db/${command}.ts`, argument], { env: { DATABASE_PATH: path, INIT_CWD: folder } })).toEqual({
    code: 1,
    out: "",
    err: line,
  });
  expect(readdirSync(folder).filter((name) => name.includes("nothing") || name.startsWith("-"))).toEqual([]);
});

test("each command finds the server's database from any working folder, and trims DATABASE_PATH", async () => {
  await migrate(join(folder, "found.db"));
  const env = { DATABASE_PATH: `${relative(".", join(folder, "found.db"))} \r`, INIT_CWD: folder };
  for (const [command, ...file] of [
    ["migrate"],
    ["totals"],
    ["backup", "found-copy.db"],
    ["restore", "found-copy.db"],
  ]) {
    expect([command, await runProgram([resolve(`db/${command}.ts`), ...file], { env, cwd: folder })]).toEqual([
      command,
      expect.objectContaining({ code: 0, err: "" }),
    ]);
  }
  expect(readdirSync(folder).filter((name) => name.startsWith("found") && /\s/.test(name))).toEqual([]);
});

test("on a port in use the server exits with code 1 and one line of error", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  const path = join(folder, "taken.db");
  await migrate(path);
  const { code, out, err } = await runProgram(startArgs, { env: { ...validEnv, PORT: port, DATABASE_PATH: path } });
  other.close();
  expect([code, out, err, existsSync(`${path}-wal`)]).toEqual([
    1,
    "",
    `Port ${port} is taken by another program. Set PORT to a free one.\n`,
    false,
  ]);
});
