import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db, write } from "../../app/db.server.ts";
import { env } from "../../app/env.server.ts";
import { beginLedger } from "../../app/models/ledger/chain/begin-ledger.server.ts";
import type { Operation } from "../../app/models/operation.server.ts";
import { findDueMail } from "../../app/models/outbox/due-mail.server.ts";
import { finishInterrupted, takeDueNews } from "../../app/models/outbox/due-news.server.ts";
import { expireItems, queueNews } from "../../app/models/outbox/outbox.server.ts";
import { noTotals } from "../../app/models/figures/totals.ts";
import {
  findReader,
  findStartingPick,
  listResultsOfDay,
  listResultsOfRound,
} from "../../app/models/news/card-news.server.ts";
import { queuePickChange } from "../../app/models/news/pick-change-news.server.ts";
import { closeDueRound, joinResults } from "../../app/models/news/pick-round.server.ts";
import { queueStarts } from "../../app/models/news/start-news.server.ts";
import { queueSummaries } from "../../app/models/news/summary-news.server.ts";
import { listDeliveriesOfPick } from "../../app/models/record/receipt.server.ts";
import { readRoundFor } from "../../app/models/news/round-readers.server.ts";
import { newSecret } from "../../app/models/secret.server.ts";
import { beginSession, findSession } from "../../app/models/sign-in/session.server.ts";
import { findBearer, issueApiToken } from "../../app/models/sign-in/api-token.server.ts";
import { listOverdue } from "../../app/models/billing/subscription-row.server.ts";
import { deleteExpired } from "../../app/models/upkeep/delete-expired.server.ts";
import { openDatabase } from "../../db/sqlite/open.ts";
import { createAffiliateRequest, createDueAffiliate } from "../support/database/affiliates.ts";
import {
  actorOf,
  createConfirmation,
  createPick,
  createUser,
  formFields,
  putOnCard,
  recognise,
  testPassword,
  visitor,
} from "../support/database/factories.ts";
import { forgetLedger } from "../support/database/forget-ledger.ts";
import { insertSeason } from "../support/database/settled-picks.ts";
import { statementsOf } from "../support/database/statements.ts";

/** Tables that stay small. All others grow over the years. */
const small = [
  "sidebar",
  "site_texts",
  "learn_lists",
  "learn_entries",
  "round_queues",
  "api_keys",
  "team_aliases",
  // A row a day.
  "free_picks",
  "operator_channels",
  "announcements",
  "leases",
  "job_problems",
  "migrations",
];

/** Statements that may scan or sort a growing table, with the reason. */
const allowed: readonly { pattern: RegExp; because: string }[] = [
  {
    pattern: /"sqlite_master"/,
    because: "A support bundle asks for the names of the tables.",
  },
  {
    pattern: /select "channel", count\(\*\) as "count" from "outbox" where "finished_at" >= \+?\? and/,
    because: "It groups what was refused in the last hour, by five channels.",
  },
  {
    pattern: /^select count\(\*\) as count from "\w+"$/,
    because: "A support bundle counts the rows of each table, mostly by an index, when a superadmin asks for the file.",
  },
  {
    pattern: /like \? escape/,
    because: "The staff's search for a part of a name: no index covers the middle of a text.",
  },
  {
    pattern: /select count\(\*\) as "total" from "users"$/,
    because: "The number of pages of the User Manager: it counts an index, and superadmins alone ask.",
  },
  {
    pattern: /select count\(\*\) as "total" from \(select ("at", )?"id" from "audit"/,
    because: "It counts one user's entries by an index, up to the limit.",
  },
  {
    pattern:
      /from "audit" (where "action" not in \('session.*'\) )?order by "at" desc, "id" desc limit|select "id" from "audit" limit/,
    because: "It walks the index by time and stops at the limit.",
  },
  {
    pattern: /from "ledger" order by "seq" desc limit \?$/,
    because: "It takes the last entry by the primary key.",
  },
  { pattern: /^with recursive "known"/, because: "It seeks one action after the other: one step per kind of action." },
  {
    pattern: /from "users" where .*"users"\."(role|created_at)"/,
    because: "The filters of the User Manager: most walk the primary key to a page, and superadmins alone ask.",
  },
  {
    pattern: /from "users" (where "id" < \? )?order by "id" desc limit/,
    because: "It walks the primary key and stops at the limit.",
  },
  {
    pattern: /from "subscriptions" where "subscriptions"."user_id" in/,
    because: "It sorts the few subscriptions of a page of members.",
  },
  {
    pattern: /from "subscriptions" where \("subscriptions"."ended_at" is null or/,
    because: "It sorts the payments of one subscription that have the same time.",
  },
  {
    pattern: /from "outbox" where "finished_at" .* group by "state", "channel"/,
    because: "It groups what was sent in a day, or waits, found by an index.",
  },
  {
    pattern: /from "pick_rounds" where "closed_at" is not null/,
    because: "It walks the primary key and stops at the limit; rounds are deleted after a month.",
  },
  {
    pattern: /from "outbox" where "cause" in .* group by/,
    because: "It groups the deliveries of ten rounds, found by an index.",
  },
  {
    pattern: /from "outbox" left join "push_devices"/,
    because: "It sorts what one member got in a month.",
  },
  { pattern: /from "round_picks" inner join "picks"/, because: "It sorts the picks of one mail." },
  {
    pattern: /from "affiliates" where ("affiliates".)?"deleted_at" is null( order by|$)/,
    because: "There are tens of affiliates: their file lists them all, and their manager counts them.",
  },
  { pattern: /where "affiliate_id" = \?/, because: "It adds up one affiliate's rows, found by an index." },
  {
    pattern: /as "all", .* as "month".* from "(affiliate_visits|referrals|commissions)"/,
    because: "It adds up clicks, signups or commissions of all affiliates, for the Affiliate Manager.",
  },
  {
    pattern: /from "commissions" inner join "commissions" as "purchase"/,
    because: "What is due is what no batch has paid: it reads the ledger of purchases, for staff who pay once a month.",
  },
  { pattern: /as "payouts" inner join "payout_lines"/, because: "It adds up the latest fifty batches." },
  { pattern: /from "payout_lines" where "payout_id" = \?/, because: "It sorts one batch." },
  {
    pattern: /from "pick_days" .* group by "pick_days"."band"/,
    because: "It groups the totals of one year by band: twenty at most.",
  },
  {
    pattern: /from "audit" where "id" in \([^)]*\) order by "at" desc, "id" desc$/,
    because: "It sorts one page of a user's entries.",
  },
  {
    pattern: /from "(payments" inner join "subscriptions|sessions)" .*where "user_id" = \?/,
    because: "It sorts what one person paid, and where they are signed in.",
  },
  { pattern: /from "saved_picks" inner join "picks"/, because: "It sorts one member's card." },
];

const [member, admin, superadmin] = [actorOf("user"), actorOf("admin"), actorOf("superadmin")];
const histories = [
  {},
  { sort: "oldest" },
  { sport: "NBA" },
  { sport: "Other" },
  { range: "last30" },
  { sport: "NBA", sort: "oldest", start: "01/06/2026", end: "03/30/2026", page: "2" },
  { date: "01/07/2026" },
  { q: "hosts 1" },
  { q: "hosts 1", sport: "Other", start: "01/06/2026" },
  { sport: "NBA", sort: "edge" },
];
const openLists = [{}, { sort: "asc" }, { sport: "NBA" }, { sport: "Other" }];
const apiLists = [
  {},
  { status: "open" },
  { status: "settled", before: "99" },
  { sport: "NBA" },
  { before: "99", sport: "NBA", status: "settled" },
];
const staffLists = [
  {},
  { list: "open" },
  { q: "heat" },
  { league: "NBA", start: "01/06/2026", end: "03/30/2026" },
  { league: "NBA", q: "heat" },
];
const cards = [{}, { stream: "pro" }, { tab: "results" }, { tab: "results", sort: "sport", sport: "NBA" }];

const result = {
  sport: "NBA",
  game_date: "11/20/2026",
  away: "Boston Celtics",
  home: "New York Knicks",
  away_score: 104,
  home_score: 112,
};

/** The actor and the inputs of each operation that reads. One that takes no input needs no line: see `usualRead`. */
const reads: Readonly<Record<string, readonly [who: typeof member | typeof visitor, inputs: readonly object[]]>> = {
  "regularPicks.listOpenPicks": [member, openLists],
  "proPicks.listOpenPicks": [member, openLists],
  "regularPicks.listForFile": [admin, staffLists],
  "proPicks.listForFile": [admin, staffLists],
  readTodaysPicksPage: [member, openLists],
  "regularPicks.listSettledPicks": [member, histories],
  "proPicks.listSettledPicks": [member, histories],
  "regularPicks.findHistoryFigures": [member, histories],
  "proPicks.findHistoryFigures": [member, histories],
  "regularPicks.listPicks": [member, apiLists],
  "proPicks.listPicks": [member, apiLists],
  "regularPicks.readCorrectionPage": [admin, [{ id: "<open pick>" }]],
  "proPicks.readCorrectionPage": [admin, [{ id: "<pro pick>" }]],
  "regularPicks.findReading": [admin, [{ pick: "Knicks +2.5", pick_id: "1" }]],
  "proPicks.findReading": [admin, [{ pick: "Knicks +2.5" }]],
  "regularPicks.findPick": [member, [{ id: "1" }]],
  "proPicks.findPick": [member, [{ id: "61" }]],
  "regularPicks.readManagerPage": [admin, [{}, { id: "1", page: "2" }]],
  readFreeChoicePage: [admin, [{ id: "<open pick>" }]],
  readGradingPage: [admin, [{}, { date: "11/20/2026" }]],
  readAliasesPage: [admin, [{ sport: "NBA" }]],
  readGamePage: [admin, [{ id: "<open pick>" }]],
  readReopeningPage: [admin, [{ id: "<settled pick>" }]],
  readRecordPage: [visitor, [{}, { stream: "pro", show: "corrected", split: "month", page: "2" }]],
  readRecordPickPage: [member, [{ ref: "<recorded pick>" }]],
  readVerifyPage: [visitor, [{ head: "" }, { head: `2:${"0".repeat(64)}` }]],
  findLedgerPage: [visitor, [{ after: "0", limit: "100" }, {}]],
  readOwnCardPage: [member, cards],
  readOwnLinePage: [member, [{ id: "<saved pick>" }]],
  askToRemove: [member, [{ id: "<saved pick>" }]],
  "regularCard.listOwnCard": [member, apiLists],
  "proCard.listOwnCard": [member, apiLists],
  readLogo: [visitor, []],
  readSiteTextPage: [superadmin, [{ text: "faq" }]],
  readLearnPage: [member, [{}, { tab: "tips" }]],
  readSignUpPage: [visitor, [{ payment_success: "true", session_id: "" }]],
  readDemoCheckoutPage: [visitor, []],
  readOwnBillingPage: [member, []],
  readUsersManagerPage: [
    superadmin,
    [
      { q: "" },
      { q: "son" },
      { q: "cus_Son1" },
      { q: "", page: "2", id: "1" },
      { access: "paid", confirmed: "yes" },
      { seen: "over-30", role: "user", status: "Active" },
      { start: "01/06/2026", end: "03/30/2026" },
    ],
  ],
  readImportPage: [superadmin, [{}]],
  readUserPage: [superadmin, [{ id: "1" }]],
  readUserActionPage: [superadmin, [{ id: "1", action: "refund" }]],
  listUsers: [superadmin, [{}, { before: "99" }]],
  readAffiliateManagerPage: [admin, [{}, { id: "1" }]],
  askAboutRequest: [admin, [{ id: "1" }]],
  listSomeAffiliates: [admin, [{}, { before: "1" }]],
  readReferralsPage: [superadmin, [{ id: "1" }, { id: "1", page: "2" }]],
  askToTakeBack: [admin, [{ id: "1", referral: "1" }]],
  askToPay: [admin, [{ pay_1: "980" }]],
  listTicked: [admin, [{ pay_1: "980", list: "1-4000000000000" }]],
  findPayout: [admin, [{ id: "1" }]],
  readOwnFiguresPage: [visitor, [{ token: "<page token>" }]],
  listOwnMonths: [visitor, [{ token: "<page token>" }]],
  readAuditPage: [
    superadmin,
    [
      {},
      { page: "2" },
      { who: "1" },
      { action: "pick.published" },
      { subject: "pick", subject_id: "1" },
      { from: "01/06/2026", to: "03/30/2026" },
    ],
  ],
  listAudit: [superadmin, [{}, { before: "99", limit: "5" }]],
  listAuditForFile: [superadmin, [{}, { who: "superadmin@demo.test" }]],
  askToRevoke: [superadmin, [{ id: "1" }]],
  readChannelsPage: [superadmin, [{}, { type: "webhook" }]],
  readChannelPage: [superadmin, [{ id: "1" }]],
  readAnnouncementPage: [superadmin, [{ id: "1" }, { id: "new" }]],
  readDeliveriesPage: [
    admin,
    [{}, { before: "99" }, { member: "superadmin@demo.test" }, { member: "son" }, { member: "<email>" }],
  ],
  readChallengePage: [visitor, [{ challenge: "a-secret" }]],
  readConfirmationPage: [visitor, [{ token: "a-link-of-a-member-padded-to-forty-characters" }]],
  readUnsubscribePage: [visitor, [{ token: "a-token-of-a-member-padded-to-forty-characters" }]],
};
const advice = "Add an index. If the table stays small, or must be read completely, add it to `small` or `allowed`";
const readsByName = /(^|\.)(list|read|find|ask)[A-Z]/;

const used = new Set<string>();
const { sqlite } = openDatabase(env.DATABASE_PATH);
const operations = await operationsOfModels();

beforeAll(async () => {
  const at = "2026-01-01T00:00:00.000Z";
  await createUser(db, { role: "user" });
  for (let count = 0; count < 24; count += 1) await createUser(db, { role: "user" });
  await insertSeason({ db }, "regular", 60);
  await insertSeason({ db }, "pro", 60);
  const open = [await createPick(db, {}), await createPick(db, { stream: "pro" })];
  const settled = await db.selectFrom("picks").select("id").where("settled", "=", 1).limit(20).execute();
  await putOnCard(db, 1, [...open, ...settled]);
  // The tests ask about the first, and pay the second.
  for (let count = 0; count < 2; count += 1) await createDueAffiliate(db);
  await createAffiliateRequest(db);
  await db.insertInto("payouts").values({ paid_by: 1, paid_at: "2026-01-01T00:00:00.000Z" }).execute();
  await db
    .insertInto("api_keys")
    .values({ name: "pipeline", key_hash: "0".repeat(64), scopes: "[]", created_at: "2026-01-01T00:00:00.000Z" })
    .execute();
  await db
    .insertInto("operator_channels")
    .values({
      type: "webhook",
      name: "model",
      kinds: '["pick.published"]',
      streams: '["regular"]',
      encrypted_access: "",
      created_at: "2026-01-01T00:00:00.000Z",
    })
    .execute();
  await db
    .insertInto("announcements")
    .values({ subject: "model", body: "model", audience: '["paid"]', push: 1, created_at: at })
    .execute();
  const round = await db
    .insertInto("pick_rounds")
    .values({ opened_at: at, last_pick_at: at, closed_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await write((trx) =>
    queueNews(trx, [{ channel: "mail", userId: 1 }], { kind: "test" }, `round ${round.id}`, new Date(at)),
  );
  // Each leaves an entry of user 1 in the trail, so that there is something to sort.
  for (const id of ["10", "11"]) await operations.get("switchStatus")?.(superadmin, { id });
  await createConfirmation(db, { token: "a-link-of-a-member-padded-to-forty-characters", user: { id: 1 } });
  await db
    .insertInto("unsubscribe_tokens")
    .values({ user_id: 1, token: "a-token-of-a-member-padded-to-forty-characters" })
    .execute();
});
afterAll(({}, { tasks }) => {
  sqlite.close();
  // Checked only when no test was left out.
  if (tasks.every(({ mode }) => mode === "run"))
    expect(
      allowed.map(({ because }) => because).filter((because) => !used.has(because)),
      "Every allowed exception is used. Remove these lines from `allowed`",
    ).toEqual([]);
});

it("only operations are listed here", () => {
  expect(operations.size).toBeGreaterThan(60);
  expect(
    Object.keys(reads).filter((name) => !operations.has(name)),
    "Remove these lines from `reads`",
  ).toEqual([]);
});

it.each([...operations].filter(([name]) => readsByName.test(name)))(
  "%s finds rows by an index, and sorts nothing",
  async (name, read) => {
    const [who, inputs] = reads[name] ?? [null, []];
    const filled = await Promise.all(inputs.map(withRealIds));
    const statements = await statementsOf(async () => {
      if (who === null) await readAsFirstWhoMay(read);
      else for (const input of filled) await read(who, input);
    });
    expect(problemsOf(statements), advice).toEqual([]);
  },
);

async function readAsFirstWhoMay(read: Operation<unknown>): Promise<void> {
  const reads = [superadmin, member, visitor].map((who) => read(who, {}));
  await Promise.any(reads).catch(() => expect.fail("Add a line to `reads`: the actor, and each kind of input"));
}

it("sign-in, sessions and tokens are found by an index", async () => {
  const { person } = member;
  const statements = await statementsOf(async () => {
    const bearer = await issueApiToken(await recognise(db, person));
    await findSession(await beginSession(await recognise(db, person), "a-browser"), new Date());
    await findBearer(bearer);
    await operations
      .get("checkCredentials")?.(
        { ...visitor, device: "a-browser" },
        { email: "nobody@example.test", password: testPassword },
      )
      .catch(() => undefined);
  });
  expect(statements.length).toBeGreaterThan(10);
  expect(problemsOf(statements), advice).toEqual([]);
});

it("the sports with results are found by an index, and the days of a year need no sort", async () => {
  await db
    .updateTable("pick_streams")
    .set(({ eb }) => ({ version: eb("version", "+", 1) }))
    .execute();
  const statements = await statementsOf(async () => operations.get("regularPicks.findHistoryFigures")?.(member, {}));
  const plansOf = (pattern: RegExp) => [
    ...new Set(statements.filter((statement) => pattern.test(statement)).flatMap(stepsOf)),
  ];
  expect(plansOf(/select exists/).filter((step) => /picks/.test(step))).toEqual([
    "SEARCH picks USING INDEX picks_of_sport (stream=? AND sport=?)",
  ]);
  expect(plansOf(/group by "pick_days"."game_date"|limit/)).toEqual([
    "SEARCH pick_days USING PRIMARY KEY (stream=? AND game_date>? AND game_date<?)",
  ]);
});

it("the record of the last days is found by an index", async () => {
  await db.updateTable("sidebar").set({ results_by: "record" }).execute();
  const statements = await statementsOf(async () => operations.get("findSidebar")?.(member, {}));
  await db.updateTable("sidebar").set({ results_by: "text" }).execute();
  expect(statements.filter((statement) => statement.includes("pick_days")).flatMap(stepsOf)).toEqual([
    "SEARCH pick_days USING PRIMARY KEY (stream=? AND game_date>? AND game_date<?)",
  ]);
});

it("the results that wait are looked for among the open picks alone", async () => {
  const statements = await statementsOf(async () => operations.get("listProblems")?.(superadmin, {}));
  expect(statements.flatMap(stepsOf).filter((step) => step.includes("picks"))).toEqual([
    expect.stringMatching(/^SEARCH picks USING INDEX \w+ \(stream=\? AND settled=\?\)$/),
  ]);
});

it("waiting mail is found by an index", async () => {
  const now = new Date("2026-11-21T12:00:00.000Z");
  const eight = new Date("2026-11-21T13:00:00.000Z");
  const reader = await createUser(db);
  const soon = await createPick(db, { starts_at: "2026-11-21T12:15:00.000Z" });
  const settled = await createPick(db, { verdict: "✅" });
  const day = { stream: "regular", sport: "NBA", game_date: "2026-11-20", band: 50 } as const;
  await db
    .insertInto("pick_days")
    .values({ ...day, ...noTotals, picks: 1, bets: 1, wins: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const statements = await statementsOf(async () => {
    await operations.get("regularPicks.publishPick")?.(admin, {
      game_date: "11/21/2026",
      unit_size: "1",
      sport: "NBA",
      tag: "SIM CERTIFIED",
      sim_confidence: "",
      units_result: "",
      beat_clv: "",
      game: "",
      time: "",
      pick: "",
      verdict: "",
      closing_line: "",
    });
    await write((trx) => joinResults(trx, settled, now));
    await closeDueRound(new Date("2030-01-01T00:00:00.000Z"));
    await readRoundFor(reader.id, 1, now);
    await queueStarts(now, new Set());
    await queueSummaries(eight);
    await write((trx) => queuePickChange(trx, soon, { ...soon, odds: -150, version: 2 }, now));
    await write((trx) => queuePickChange(trx, soon, null, now));
    await findReader(reader.id, "pick-starts", "push", now);
    await findStartingPick(reader.id, { pick: 1, starts_at: "2030-01-01T00:00:00.000Z" }, now);
    await listResultsOfRound(reader.id, 1);
    await listResultsOfDay(reader.id, "2026-11-20");
    await listDeliveriesOfPick(reader.id, 1);
    await findDueMail(now);
    await takeDueNews("push", now, { limit: 10 });
    await takeDueNews("webhook", now, { limit: 10, operatorChannelId: 1 });
    await finishInterrupted(now);
    await expireItems(now);
    await deleteExpired(now);
    await listOverdue(db, now);
  });
  expect(problemsOf(statements), advice).toEqual([]);
});

it.each<[string, typeof member | typeof visitor, object[]]>([
  ["requestResetCode", visitor, [{ email: "somebody@example.test" }]],
  ["requestResetCodeByCall", visitor, [{ email: "somebody-else@example.test" }]],
  [
    "requestAffiliation",
    visitor,
    [{ name: "Dana Sample", email: "asks@example.test", phone: "555-0100", remarks: "" }],
  ],
  [
    "recordVisit",
    visitor,
    [{ code: "<code>", agent: "Mozilla/5.0 (X11; Linux x86_64)", ahead: false, visitor: "a-browser" }],
  ],
  ["regularCard.saveToOwnCard", member, [{ pick_id: "<open pick>" }]],
  ["removeFromOwnCard", member, [{ id: "<saved pick>" }]],
  ["regularPicks.addPickOnce", admin, [formFields({ idempotency_key: newSecret(), external_id: "a-pick" })]],
  ["regularPicks.savePick", admin, [{ id: "<open pick>", verdict: "✅" }]],
  ["regularPicks.deletePick", admin, [{ id: "<open pick>" }]],
  ["postResults", admin, [{ results: [result], apply: true }, { results: [{ ...result, external_id: "g1" }] }]],
  ["switchStatus", superadmin, [{ id: "9" }]],
  ["deleteUser", superadmin, [{ id: "8" }]],
  ["payDue", admin, [{ pay_2: "980" }]],
])("%s finds rows by an index", async (name, who, inputs) => {
  await createPick(db, {});
  const filled = await Promise.all(inputs.map(withRealIds));
  const statements = await statementsOf(async () => {
    for (const input of filled) await operations.get(name)?.(who, input);
  });
  expect(statements.length).toBeGreaterThan(1);
  expect(problemsOf(statements), advice).toEqual([]);
});

it("slowSteps finds a scan and a sort", () => {
  expect(slowSteps("select * from picks order by unit_size")).toEqual(["SCAN picks", "USE TEMP B-TREE FOR ORDER BY"]);
});

function problemsOf(statements: readonly string[]): string[] {
  const planned = [...new Set(statements)].filter((statement) =>
    /^(select|insert|update|delete|with) /.test(statement),
  );
  return planned.flatMap((statement) => {
    const steps = slowSteps(statement);
    const excuse = steps.length > 0 && allowed.find(({ pattern }) => pattern.test(statement.replaceAll("+?", "?")));
    if (!excuse) return steps.map((step) => `${step} in ${statement}`);
    used.add(excuse.because);
    return [];
  });
}

function slowSteps(statement: string): string[] {
  return stepsOf(statement).filter(
    (step) =>
      /USE TEMP B-TREE/.test(step) ||
      (/^SCAN (?!CONSTANT ROW|\d+ CONSTANT|\d+-ROW VALUES|\(subquery)/.test(step) &&
        !small.includes(step.split(" ")[1] ?? "")),
  );
}

function stepsOf(statement: string): string[] {
  const unknown = Array<null>(statement.split("?").length - 1).fill(null);
  return sqlite
    .prepare<null[], { detail: string }>(`explain query plan ${statement}`)
    .all(...unknown)
    .map(({ detail }) => detail);
}

async function withRealIds(input: object): Promise<object> {
  const placeholders: Readonly<Record<string, () => Promise<string>>> = {
    "<open pick>": () => pickId("regular", 0),
    "<saved pick>": savedPick,
    "<settled pick>": () => pickId("regular", 1),
    "<pro pick>": () => pickId("pro", 0),
    "<recorded pick>": recordedPick,
    "<email>": async () => (await db.selectFrom("users").select("email").executeTakeFirstOrThrow()).email,
    "<code>": async () => (await db.selectFrom("affiliates").select("ref_code").executeTakeFirstOrThrow()).ref_code,
    "<page token>": async () =>
      (await db.selectFrom("affiliates").select("page_token").executeTakeFirstOrThrow()).page_token,
  };
  const entries = await Promise.all(
    Object.entries(input).map(async ([name, value]) => [name, (await placeholders[String(value)]?.()) ?? value]),
  );
  return Object.fromEntries(entries);
}

/** The pick is on the card of user 1. */
async function savedPick(): Promise<string> {
  const pick = await createPick(db, {});
  await putOnCard(db, 1, [pick]);
  return String(pick.id);
}

/** The first entry of the ledger. */
async function recordedPick(): Promise<string> {
  await forgetLedger({ db });
  expect(problemsOf(await statementsOf(() => write((trx) => beginLedger(trx))))).toEqual([]);
  return `regular:${await pickId("regular", 0)}`;
}

async function pickId(stream: "regular" | "pro", settled: 0 | 1): Promise<string> {
  const picks = db.selectFrom("picks").select("id").where("settled", "=", settled).where("stream", "=", stream);
  return String((await picks.executeTakeFirstOrThrow()).id);
}

/** All operations of the models by name, such as "regularPicks.savePick". */
async function operationsOfModels(): Promise<Map<string, Operation<unknown>>> {
  const folder = join(import.meta.dirname, "../../app/models");
  const found = new Map<string, Operation<unknown>>();
  for (const file of readdirSync(folder, { encoding: "utf8", recursive: true }).filter((name) =>
    name.endsWith(".server.ts"),
  )) {
    const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(join(folder, file)).href);
    for (const [name, value] of Object.entries(exported)) {
      if (isOperation(value)) found.set(name, value);
      else if (typeof value === "object" && value !== null)
        for (const [inner, one] of Object.entries(value)) if (isOperation(one)) found.set(`${name}.${inner}`, one);
    }
  }
  return found;
}

function isOperation(value: unknown): value is Operation<unknown> {
  return typeof value === "function" && "ability" in value;
}
