/** The server checks the record beside its requests, and says to superadmins alone what is wrong with it. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openDatabase, openExisting } from "../../db/sqlite/open.ts";
import { type App, type Client, startApp } from "../support/app/app.ts";
import { messageOf } from "../support/app/log.ts";
import { createUser, futureDate } from "../support/database/factories.ts";
import { publish } from "../support/database/picks.ts";
import { everyPage, fillSite } from "../support/pages/every-page.ts";
import { visibleText } from "../support/pages/html.ts";
import { soon } from "../support/soon.ts";

const apps: App[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop();
});

async function start(env: Readonly<Record<string, string>> = {}): Promise<App> {
  const app = await startApp(env);
  apps.push(app);
  return app;
}

/** Another start on the database of one that has ended, which checks the record. */
const startOn = ({ path }: { path: string }) => start({ DATABASE_PATH: path, TEST_RECORD_CHECK: "real" });

const folder = mkdtempSync(join(tmpdir(), "simline-record-check-"));
const filled = join(folder, "filled.db");
let email: string;
let copies = 0;
beforeAll(async () => {
  const app = await startApp();
  const staff = await app.signedIn("admin");
  for (const pick of ["Knicks +2.5", "Knicks +3.5"]) await publish(staff, { pick, game_date: futureDate(2) });
  ({ email } = await createUser(app.db, { role: "superadmin" }));
  await app.end();
  const source = openExisting(app.path);
  await source.backup(filled);
  source.close();
  await app.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A database of two picks and a superadmin that a server has left. */
function withPicks(): { path: string } {
  copies += 1;
  const path = join(folder, `${copies}.db`);
  copyFileSync(filled, path);
  return { path };
}

async function signIn(app: App, email: string): Promise<Client> {
  const client = app.client();
  await client.signIn(email);
  return client;
}

function change(path: string, statements: string): void {
  const { sqlite } = openDatabase(path);
  sqlite.exec(statements);
  sqlite.close();
}

async function bannerOn(client: Client, path = "/admin/picks"): Promise<string> {
  const [banner = ""] =
    /<div class="alert b health" role="alert">.*?<\/(?:ul|div)><\/div>/.exec(await client.text(path)) ?? [];
  return visibleText(banner);
}

const advice = / Since \w+ \d+, 2\d{3}, .+? E[SD]T\. Something other than this program changed the database, .+$/;

test("an intact record is said in the log, and no page says anything", async () => {
  const again = await startOn(withPicks());
  await vi.waitFor(() => expect(again.output()).toContain("The record was checked. Intact: 3 entries, 2 picks"), soon);
  expect([await bannerOn(await signIn(again, email)), again.errors()]).toEqual(["", ""]);
});

const noUpdate =
  "create trigger ledger_no_update before update on ledger begin select raise(abort, 'ledger is append-only'); end";
const replaced = (column: string, from: string, to: string, where: string) => [
  `set ${column} = replace(${column}, '${from}', '${to}') where ${where}`,
  `set ${column} = replace(${column}, '${to}', '${from}') where ${where}`,
];

test.each([
  [
    "an entry that was changed",
    "drop trigger ledger_no_update; update ledger",
    replaced("body", '"publish"', '"import"', "seq = 2"),
    "The public record does not check: broken at entry 2 because of its hash: it does not fit this entry and the one before it.",
  ],
  [
    "a pick that was changed behind the ledger's back",
    "update picks",
    replaced("pick", "2.5", "9.5", "id = 1"),
    "The tables differ from the record: regular:1: its pick is not that of the ledger.",
  ],
])(
  "%s is told to the superadmin, until a later start finds it put right",
  async (_what, update, [wrong, right], text) => {
    const app = withPicks();
    change(app.path, `${update} ${wrong}`);
    const again = await startOn(app);
    const superadmin = await signIn(again, email);
    await vi.waitFor(async () => expect(await bannerOn(superadmin)).not.toBe(""), soon);
    const banner = await bannerOn(superadmin);
    expect([banner.slice(0, text.length), banner.slice(text.length)]).toEqual([text, expect.stringMatching(advice)]);
    expect(messageOf(again.errors().trim()).startsWith(text)).toBe(true);
    await again.end();
    change(app.path, `${update.replace(/^drop[^;]+;/, "")} ${right}`);
    // The repaired database has its trigger again.
    if (update.startsWith("drop")) change(app.path, noUpdate);
    const last = await startOn(app);
    await vi.waitFor(() => expect(last.output()).toContain("The record was checked. Intact: "), soon);
    expect(await bannerOn(await signIn(last, email))).toBe("");
  },
);

test("every staff page of a superadmin says it, and nobody else's page", async () => {
  const first = await start();
  // Puts picks straight into the tables.
  await fillSite(first);
  const people = await Promise.all(
    (["superadmin", "admin", "propicksmanager", "user"] as const).map((role) => createUser(first.db, { role })),
  );
  await first.end();
  const app = await startOn(first);
  const [superadmin, ...others] = await Promise.all(people.map(({ email }) => signIn(app, email)));
  if (!superadmin) throw new Error("There is no superadmin.");
  await vi.waitFor(
    async () => expect(await bannerOn(superadmin)).toContain("The tables differ from the record:"),
    soon,
  );
  const paths = everyPage.superadmin.filter((path) => path.startsWith("/admin"));
  const silent = await Promise.all(
    paths.map(async (path) => ((await bannerOn(superadmin, path)).includes("differ from the record") ? [] : [path])),
  );
  expect([silent.flat(), paths.length > 35]).toEqual([[], true]);
  for (const client of [app.client(), ...others])
    for (const path of ["/", "/dashboard", "/history", "/admin/picks", "/admin/propicks", "/admin/grade"])
      expect([path, (await client.text(path)).match(/"problems"|differ from the record/)]).toEqual([path, null]);
});

test("the first answer does not wait for the check, nor does the end: a check that is cut off is no failure", async () => {
  const app = await start({ TEST_RECORD_CHECK: "held" });
  expect((await app.client().get("/")).status).toBe(200);
  const superadmin = await app.signedIn("superadmin");
  await publish(superadmin, { game_date: futureDate(2) });
  const pid = await vi.waitFor(() => Number(readFileSync(`${app.path}.held`, "utf8")), soon);
  expect([(await app.client().get("/")).status, await bannerOn(superadmin)]).toEqual([200, ""]);
  const began = performance.now();
  await app.end();
  expect(performance.now() - began).toBeLessThan(5000);
  expect([app.code(), app.errors().trim()]).toEqual([0, ""]);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});
