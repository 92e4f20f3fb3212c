/**
 * What an operator could do to the record, on a copy of the database without its triggers: a visitor's browser that was
 * here before, the command line and the server's own check each name the entry.
 */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runProgram } from "../../support/app/program.ts";
import type { Server } from "../../support/app/server.ts";
import { launch, launchOnFreePort } from "../../support/app/server.ts";
import { see } from "../../support/app/stage.ts";
import { rewriteLedger } from "../../support/database/ledger-rows.ts";
import { copyMigrated } from "../../support/database/migrated.ts";
import type { Served } from "../../support/ledger.ts";
import { Book, content, lostByRule, nextDay, noon, wonByRule } from "../../support/ledger.ts";
import { hydrated, launchBrowser, openPage } from "../../support/pages/browser.ts";

const folder = mkdtempSync(join(tmpdir(), "simline-tampering-"));
const evening = "2026-01-21T05:00:00.000Z";

/** 9 entries; 3 and 4 publish two picks, which 6 and 8 settle, 5 amends the second. */
const honest = () =>
  new Book()
    .import("2026-01-01T00:00:00.000Z")
    .publish(noon)
    .publish(noon, { time: undefined, starts_at: undefined, game_date: "2026-01-20" })
    .amend(noon, { line: "-4.5" }, 3)
    .settle(nextDay, wonByRule, 2)
    .publish(nextDay)
    .settle(evening, lostByRule, 3)
    .settle(evening, lostByRule, 4);

function changed(book: Book, seq: number, change: object): Book {
  const entry = book.served[seq - 1];
  if (entry) Object.assign(entry, change);
  return book;
}

/** Numbered anew; from `seq` on linked anew, as far as somebody takes the trouble. */
function renumbered(entries: readonly Served[], rehashedFrom?: number): Served[] {
  const book = new Book();
  book.served = entries.map((entry, index) => ({ ...entry, seq: index + 1 }));
  return rehashedFrom === undefined ? book.served : book.rehash(rehashedFrom).served;
}

/** The whole chain anew, with a winner that was never published in place of the first pick. */
const rebuilt = () =>
  new Book()
    .import("2026-01-01T00:00:00.000Z")
    .publish(noon, { line: "-7.5" })
    .settle(nextDay, { ...wonByRule, home_score: "120" }, 2).served;

/** Entries that nobody linked wrongly, and that are not true. */
function lies(): Served[] {
  const book = new Book()
    .publish(noon)
    .publish(noon)
    .publish(noon)
    .publish(noon, { game_date: "2026-01-16", starts_at: "2026-01-17T00:30:00.000Z" })
    .publish(noon)
    .settle(nextDay, { ...wonByRule, outcome: "loss", units: "-1" })
    .settle(nextDay, { ...wonByRule, units: "9.1" }, 2)
    .amend(nextDay, { line: "3.5" }, 3)
    .import(nextDay, { pick_id: 9 })
    .settle("2026-01-15T04:00:00.000Z", wonByRule, 5);
  const sealed = book.served[4]?.reveal?.content;
  changed(book, 5, { reveal: { salt: "0".repeat(64), content: sealed } });
  changed(book, 6, { reveal: { ...book.served[5]?.reveal, content: content({ pick_id: 5, line: "9.5" }) } });
  return book.rehash().served;
}

const book = honest().served;
const [fifth, sixth] = [book[4], book[5]];
const broken = (seq: number, because: string) => `Broken at entry ${seq} because ${because}`;
/** The head that the browser, the mail and the file beside the database have. */
const head = `9:${book[8]?.hash}`;
/** When the mail with it came. */
const mailedAt = "2026-06-01T00:00:00.000Z";

interface Forgery {
  name: string;
  entries: Served[];
  says: string[];
  /** A server never writes an entry that is older than the one before it, and its file has no time. */
  isLeftToReaders?: boolean;
}

const rewritten = { says: ["This record was rewritten since "] };
const forgeries: Forgery[] = [
  { name: "a byte flipped", entries: changed(honest(), 6, { units: "0.92" }).served, says: [broken(6, "of its hash")] },
  { name: "an entry removed", entries: book.toSpliced(4, 1), says: [broken(5, "of a gap")] },
  {
    name: "an entry removed, and the others numbered anew",
    entries: renumbered(book.toSpliced(4, 1)),
    says: [broken(5, "of its hash")],
  },
  {
    name: "an entry doubled",
    entries: renumbered([...book.slice(0, 6), ...book.slice(5)], 7),
    says: [broken(7, "of its predecessor")],
  },
  {
    name: "two entries exchanged",
    entries: [...book.slice(0, 4), sixth, fifth, ...book.slice(6)].filter((entry) => entry !== undefined),
    says: [broken(5, "of a gap")],
  },
  {
    name: "an entry inserted",
    entries: renumbered([
      ...book.slice(0, 4),
      ...new Book().publish(noon, { pick_id: 7 }).served.slice(1),
      ...book.slice(4),
    ]),
    says: [broken(5, "of its hash")],
  },
  { name: "the tail cut off", entries: book.slice(0, 7), ...rewritten },
  { name: "the whole chain rebuilt", entries: rebuilt(), ...rewritten },
  {
    name: "an entry backdated behind a kept head",
    entries: honest().publish("2026-01-22T05:00:00.000Z", { game_date: "2026-01-30" }).served,
    says: [broken(10, "it is backdated")],
    isLeftToReaders: true,
  },
  {
    name: "a reveal held back",
    entries: changed(honest(), 3, { reveal: null }).served,
    says: ["Held back: 1 (entry 3)"],
  },
  {
    name: "entries that are not true",
    entries: lies(),
    says: [
      broken(5, "of its digest"),
      broken(6, "of its digest"),
      broken(7, "of its grade"),
      broken(8, "of its units"),
      broken(9, "it was amended after the start"),
      broken(10, "it is an import out of place"),
      broken(11, "of the order of time"),
    ],
  },
];

let browser: Browser;
let page: Page;
let server: Server;

async function serve(entries: readonly Served[], port?: number): Promise<string> {
  const path = join(folder, `${forgeries.findIndex((one) => one.entries === entries)}.db`);
  copyMigrated(path);
  rewriteLedger(path, entries);
  const options = { path, mailFolder: folder, env: {} };
  server = port === undefined ? await launchOnFreePort(options) : await launch({ ...options, port });
  return path;
}

/** What the page says after "Check everything", its report included. */
async function checkInBrowser(): Promise<string> {
  await page.goto("/record/verify");
  await hydrated(page);
  await page.getByRole("button", { name: "Check everything" }).click();
  const verdict = page.getByRole("heading", { name: /^(?:Intact|Held back|Broken at entry)/ });
  await see(verdict).toBeVisible();
  return page.getByRole("main").innerText();
}

beforeAll(async () => {
  await serve(book);
  browser = await launchBrowser();
  ({ page } = await openPage(browser, { origin: server.origin }));
  expect(await checkInBrowser()).toContain("Every entry follows from the one before it, up to entry 9,");
  expect(await checkInBrowser()).toContain("up to entry 9, whose hash was kept on");
});
afterAll(async () => {
  await browser?.close();
  await server?.end("SIGTERM");
  rmSync(folder, { recursive: true });
});

test.each(forgeries)("$name", async ({ entries, says, isLeftToReaders }) => {
  await server.end("SIGTERM");
  const port = Number(new URL(server.origin).port);
  const path = await serve(entries, port);
  const seen = await checkInBrowser();
  const command = await runProgram(["tools/verify.ts", server.origin, "--head", `${head} ${mailedAt}`]);
  await server.end("SIGTERM");
  copyFileSync(path, `${path}.checked`);
  writeFileSync(`${path}.checked.head`, `${head}\n`);
  const own = await runProgram(["db/record.ts", "check"], {
    env: { NODE_ENV: "development", DATABASE_PATH: `${path}.checked` },
  });
  for (const sentence of says) {
    expect(seen).toContain(sentence);
    expect([command.code, command.out]).toEqual([1, expect.stringContaining(sentence)]);
    if (!isLeftToReaders) expect([own.code, own.out]).toEqual([1, expect.stringContaining(sentence)]);
  }
});
