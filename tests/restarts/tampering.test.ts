/**
 * What an operator could do to the record, with the database in hand: a visitor's browser that was here before, the command
 * line, the server's own check and the short program each name the entry.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { openExisting } from "../../db/sqlite/open.ts";
import { runProgram, runPython } from "../support/app/program.ts";
import { see, useSite } from "../support/app/stage.ts";
import { rewriteLedger } from "../support/database/ledger-rows.ts";
import { type Served, LedgerBuilder, content, lostByRule, nextDay, noon, wonByRule } from "../support/ledger.ts";
import { hydrated, openPage } from "../support/pages/browser.ts";

const { app, browser } = useSite();
const evening = "2026-01-21T05:00:00.000Z";

/** 9 entries; 3 and 4 publish two picks, which 6 and 8 settle, 5 amends the second. */
const honest = () =>
  new LedgerBuilder()
    .import("2026-01-01T00:00:00.000Z")
    .publish(noon)
    .publish(noon, { time: undefined, starts_at: undefined, game_date: "2026-01-20" })
    .amend(noon, { line: "-4.5" }, 3)
    .settle(nextDay, wonByRule, 2)
    .publish(nextDay)
    .settle(evening, lostByRule, 3)
    .settle(evening, lostByRule, 4);

function changed(book: LedgerBuilder, seq: number, change: object): LedgerBuilder {
  const entry = book.served[seq - 1];
  if (entry) Object.assign(entry, change);
  return book;
}

/** Numbered anew; from `seq` on linked anew, as far as somebody takes the trouble. */
function renumbered(entries: readonly Served[], rehashedFrom?: number): Served[] {
  const book = new LedgerBuilder();
  book.served = entries.map((entry, index) => ({ ...entry, seq: index + 1 }));
  return rehashedFrom === undefined ? book.served : book.rehash(rehashedFrom).served;
}

/** The whole chain anew, with a winner that was never published in place of the first pick. */
const rebuilt = () =>
  new LedgerBuilder()
    .import("2026-01-01T00:00:00.000Z")
    .publish(noon, { line: "-7.5" })
    .settle(nextDay, { ...wonByRule, home_score: "120" }, 2).served;

/** Entries that nobody linked wrongly, and that are not true. */
function lies(): Served[] {
  const book = new LedgerBuilder()
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
/** The time when the mail with it came. */
const mailedAt = "2026-06-01T00:00:00.000Z";

interface Forgery {
  name: string;
  entries: Served[];
  says: string[];
  /** The program's words, where they differ. */
  program?: string[];
  /** It is no lie, but counted and named. */
  isIntact?: true;
  /** A server never writes an entry that is older than the one before it, and its file has no time. */
  isLeftToReaders?: boolean;
}

const rewritten = { says: ["This record was rewritten since "], program: ["This record was rewritten: it has no 9:"] };
const later = "2026-01-22T05:00:00.000Z";
/** The lost pick of the honest record is pick 3, whose second version was settled by entry 8. */
const correctLoser = (changes: object, fields: object = {}) =>
  honest().add(later, "correct", "regular:3:2", { changes, ...fields });
const wonByHand = { outcome: "win", by: "hand", units: "0.91" };
/** Never revealed, as if it had been deleted. */
const hidden = (book: LedgerBuilder, ...entries: number[]) =>
  entries.reduce((changedBook, seq) => changed(changedBook, seq, { reveal: null }), book).served;
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
    says: [broken(7, "it settles a pick that was settled already")],
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
      ...new LedgerBuilder().publish(noon, { pick_id: 7 }).served.slice(1),
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
    program: ["Held back: regular:2 (entries 3)"],
  },
  {
    name: "a settled loser that is made secret again",
    entries: hidden(
      correctLoser({ closing_line: ["", "-4"] }, { reason: "The closing line was missing." }).amend(
        later,
        { line: "-4.5", game_date: "2027-02-20" },
        3,
      ),
      ...[4, 5, 11],
    ),
    says: [
      broken(10, "of a change that isn't named"),
      broken(11, "it was amended after its verdict"),
      "Held back: 3 (entries 4, 5, 11)",
    ],
    program: [
      broken(10, "of a change that isn't named"),
      broken(11, "it was amended after its verdict"),
      "Held back: regular:3 (entries 4, 5, 11)",
    ],
  },
  {
    name: "a loss made a win by a correction that names a closing line alone",
    entries: correctLoser({ closing_line: ["", "-4"] }, { ...wonByHand, closing_line: "-4" }).served,
    says: [broken(10, "of a change that isn't named")],
  },
  {
    name: "a loss made void by a correction that names a closing line alone",
    entries: correctLoser({ closing_line: ["", "-4"] }, { outcome: "void", by: "hand", units: "0", closing_line: "-4" })
      .served,
    says: [broken(10, "of a change that isn't named")],
  },
  {
    name: "a known verdict corrected without a reason",
    entries: correctLoser(
      ...([
        {
          verdict: ["loss", "win"],
          units_result: ["-1", "0.91"],
          away_score: ["112", ""],
          home_score: ["104", ""],
        },
        wonByHand,
      ] as const),
    ).served,
    says: [broken(10, "something known was changed without a reason")],
  },
  {
    name: "an entry from the future",
    entries: honest().publish("2031-01-01T00:00:00.000Z", { game_date: "2031-02-01", starts_at: undefined }).served,
    says: [broken(10, "it claims a time in the future")],
  },
  {
    name: "a second verdict",
    entries: honest().settle(later, { ...wonByRule }, 4).served,
    says: [broken(10, "it settles a pick that was settled already")],
  },
  {
    name: "a second publication",
    entries: honest().publish(later, { pick_id: 3, line: "-1.5" }).served,
    says: [broken(10, "it publishes a pick that is there already")],
  },
  {
    name: "a withdrawal that is backdated behind a kept head",
    entries: honest().publish(later, { game_date: "2026-01-30" }).withdraw(later, 5).served,
    says: [broken(10, "it is backdated"), broken(11, "it is backdated")],
    isLeftToReaders: true,
  },
  {
    name: "a reveal that is put off again after it was due",
    entries: honest()
      .publish(later, { game_date: "2026-01-23", starts_at: "2026-01-24T00:30:00.000Z" })
      .amend(later, { game_date: "2026-02-23", starts_at: "2026-02-24T00:30:00.000Z" }, 5)
      .amend("2026-01-24T11:00:00.000Z", { game_date: "2026-03-23", starts_at: "2026-03-24T00:30:00.000Z" }, 5).served,
    says: [broken(12, "it was amended after it had to be revealed")],
  },
  {
    name: "an undated pick that is given a start once its game is over",
    entries: honest()
      .publish(later, { game_date: undefined, time: undefined, starts_at: undefined })
      .amend("2026-01-22T05:30:00.000Z", { starts_at: "2026-01-22T05:31:00.000Z" }, 5).served,
    says: ["Start moved or added later: 1 (entry 11)"],
    program: ["Intact: 11 entries"],
    isIntact: true,
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
    program: [
      broken(5, "of its digest"),
      broken(6, "of its digest"),
      broken(9, "it was amended after the start"),
      broken(10, "it is an import out of place"),
      broken(11, "of the order of time"),
    ],
  },
];

let page: Page;

/** The page's text after "Check everything", its report included. */
async function checkInBrowser(): Promise<string> {
  await page.goto("/record/verify");
  await hydrated(page);
  await page.getByRole("button", { name: "Check everything" }).click();
  const verdict = page.getByRole("heading", { name: /^(?:Intact|Held back|Broken at entry)/ });
  await see(verdict).toBeVisible();
  const details = page.locator("details:not([open]) > summary").filter({ hasText: "Details" });
  if ((await details.count()) > 0) await details.click();
  return page.getByRole("main").innerText();
}

beforeAll(async () => {
  await rewriteLedger(app.path, book);
  ({ page } = await openPage(browser(), { origin: app.origin }));
  expect(await checkInBrowser()).toContain("First check on this device. Later changes will be detected.");
  expect(await checkInBrowser()).toContain("up to entry 9, whose fingerprint was saved on");
});

test.each(forgeries)("$name", async ({ entries, says, program = says, isLeftToReaders, isIntact }) => {
  // The server forgets what it knew, as after a restart.
  await rewriteLedger(app.path, []);
  await app.client().get("/api/record/ledger");
  await rewriteLedger(app.path, entries);
  const copy = join(mkdtempSync(join(tmpdir(), "simline-tampering-")), "copy.db");
  const source = openExisting(app.path);
  await source.backup(copy);
  source.close();
  writeFileSync(`${copy}.head`, `${head}\n`);
  const heads = await page.evaluate(() => localStorage.getItem("record-heads") ?? "");
  // A head that was kept today says of every later entry that it is backdated.
  if (isIntact) await page.evaluate(() => localStorage.clear());
  const kept = `${head} ${isIntact ? evening : mailedAt}`;
  const [seen, command, python, own] = await Promise.all([
    checkInBrowser(),
    runProgram(["tools/verify.ts", app.origin, "--head", kept]),
    runPython("public/check/check-record.py", app.origin, kept),
    runProgram(["db/record.ts", "check"], { env: { NODE_ENV: "development", DATABASE_PATH: copy } }),
  ]);
  rmSync(dirname(copy), { recursive: true });
  await page.evaluate((before) => localStorage.setItem("record-heads", before), heads);
  const code = isIntact ? 0 : 1;
  for (const sentence of says) {
    expect(seen).toContain(isIntact ? sentence.split(":")[0] : sentence);
    expect([command.code, command.out]).toEqual([code, expect.stringContaining(sentence)]);
    // Its tables have none of these picks, which it says, too.
    if (!isLeftToReaders) expect([own.code, own.out]).toEqual([1, expect.stringContaining(sentence)]);
  }
  for (const sentence of python === null ? [] : program)
    expect([python?.code, python?.out]).toEqual([code, expect.stringContaining(sentence)]);
});
