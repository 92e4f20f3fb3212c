/** The record checked by programs that trust no server: ours on the command line, and one that needs nothing of ours. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../../db/sqlite/open.ts";
import type { App } from "../support/app/app.ts";
import { runProgram, runPython } from "../support/app/program.ts";
import { type Server, launchOnFreePort } from "../support/app/server.ts";
import { useApp } from "../support/app/use-app.ts";
import { gradingEnv, newGame, publishOn, resultOf } from "../support/grading.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-check-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Its check in the background finds nothing to say: the record is changed on purpose. */
const app = useApp({ ...gradingEnv, TEST_RECORD_CHECK: "" });
const broken = useApp({ ...gradingEnv, TEST_RECORD_CHECK: "" });

/** Three picks that the rules settle: a spread, a quarter line and a moneyline. */
async function fill({ signedIn }: App): Promise<void> {
  const staff = await signedIn("superadmin");
  const games = [newGame(), newGame(), newGame()] as const;
  await publishOn(staff, games[0]);
  await publishOn(staff, games[1], { pick: "Over 220.25 (-105)" });
  await publishOn(staff, games[2], { pick: `${games[2].home} ML (+120)` });
  const results = games.map((game) => resultOf(game));
  expect((await staff.call("POST", "/api/results", { results, apply: true })).status).toBe(200);
}

beforeAll(async () => {
  await fill(app);
  await fill(broken);
  const { sqlite } = openDatabase(broken.path);
  sqlite.exec(`drop trigger reveals_no_update;
    update reveals set content = replace(content, '-110', '-150') where content like '%-110%'`);
  sqlite.close();
});

const ours = (...args: string[]) => runProgram(["tools/verify.ts", ...args]);

const noPython = (await runPython("--version")) === null;
const python = async (...args: string[]) => (await runPython("public/check/check-record.py", ...args)) ?? notThere;
const notThere = { code: null, out: "", err: "" };

const programs = [["npm run verify", ours], ...(noPython ? [] : [["check-record.py", python] as const])] as const;

async function headOf({ client }: App): Promise<string> {
  const [seq, hash] = (await client().text("/record/head.txt")).split(" ");
  return `${seq}:${hash}`;
}

describe.each(programs)("%s", (name, run) => {
  const keptAs = (head: string) => (name === "npm run verify" ? ["--head", head] : [head]);

  test("finds an honest record intact, with a kept head too", async () => {
    const head = await headOf(app);
    const found = await run(app.origin, ...keptAs(head));
    expect([found.code, found.out]).toEqual([0, expect.stringMatching(/^Intact: 7 entries, 3 picks, up to /)]);
    expect(found.out).toContain(head);
  });

  test("names the entry whose content is not what was sealed", async () => {
    const found = await run(broken.origin);
    expect([found.code, found.out]).toEqual([1, expect.stringMatching(/\b[Ee]ntry 2\b.*what was revealed is not/)]);
  });

  test("says that a kept head is gone", async () => {
    const found = await run(app.origin, ...keptAs(`3:${"a".repeat(64)}`));
    expect([found.code, found.out]).toEqual([1, expect.stringContaining("rewritten")]);
  });
});

describe("on the demo's record", () => {
  let server: Server;
  beforeAll(async () => {
    const path = join(folder, "demo.db");
    expect((await runProgram(["db/demo-fill.ts"], { env: { DEMO: "1", DATABASE_PATH: path } })).code).toBe(0);
    server = await launchOnFreePort({ path, mailFolder: folder, env: { DEMO: "1" } });
  });
  afterAll(() => server?.end("SIGTERM"));

  test.each(programs)("%s", async (_, run) => {
    const { code, out } = await run(server.origin);
    expect([code, out]).toEqual([0, expect.stringMatching(/^Intact: 6,?\d{3} entries, 3,?\d{3} picks, up to /)]);
  });
});

describe("npm run verify", () => {
  const file = (name: string, value: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
    return path;
  };

  test("checks a file, also one whose end is missing", async () => {
    const page = await (await app.client().fetch("/api/record/ledger")).json();
    expect((await ours(file("whole.json", page))).code).toBe(0);
    const cut = await ours(file("cut.json", { ...page, entries: page.entries.slice(0, 5) }));
    expect([cut.code, cut.out]).toEqual([1, expect.stringContaining("Broken at entry 6 because of a gap")]);
  });

  test.each([
    ["no argument", [], "Usage: npm run verify -- URL-or-FILE [--head SEQ:HASH]"],
    ["a file that is not there", ["/nowhere/x.json"], "ENOENT"],
    ["a site that does not answer", ["NOBODY"], "fetch failed"],
    ["a head that is none", ["ORIGIN", "--head", "5:abc"], "A fingerprint is SEQ:HASH"],
  ])("ends with 2 for %s", async (_, args, message) => {
    const filled = args.map((arg) => arg.replace("ORIGIN", app.origin).replace("NOBODY", "http://127.0.0.1:1"));
    const { code, err } = await ours(...filled);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test("ends with 2 for what is no ledger", async () => {
    const { code, err } = await ours(file("none.json", "<html>"));
    expect([code, err.trim()]).toEqual([2, "This is not a ledger: it is not JSON."]);
    expect((await ours(file("other.json", { rows: [] }))).err).toContain("it must have a head and entries");
  });
});
