import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { db } from "../app/db.server.ts";
import { env } from "../app/env.server.ts";
import { readDefaultManagerPage, proPicks, regularPicks } from "../app/models/picks/pick.server.ts";
import { readTodaysPicksPage } from "../app/models/picks/open-picks.server.ts";
import { openDatabase } from "../db/sqlite/open.ts";
import { actorOf, pickFields } from "./support/database/factories.ts";
import { statementsOf } from "./support/database/statements.ts";

const { sqlite } = openDatabase(env.DATABASE_PATH);
afterAll(() => sqlite.close());

interface Table {
  name: string;
  strict: number;
}
const tables = sqlite
  .prepare<[], Table>(
    "select name, strict from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
  )
  .all();

function runAndRollBack(source: string): void {
  sqlite.exec("begin");
  try {
    sqlite.exec(source);
  } finally {
    sqlite.exec("rollback");
  }
}

type Row = Readonly<Record<string, string | number | null>>;

function insert(table: string, row: Row): () => void {
  return () => runAndRollBack(insertion(table, row));
}

function insertion(table: string, row: Row): string {
  const values = Object.values(row).map((value) =>
    typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value),
  );
  return `insert into ${table} (${Object.keys(row).join(", ")}) values (${values.join(", ")});`;
}

const user = {
  email: "a@b.co",
  name: "A",
  phone: "",
  password_hash: "$argon2id$x",
  role: "user",
  status: "Active",
  created_at: "2026-01-01T00:00:00.000Z",
};
const pick = {
  stream: "regular",
  game: "",
  game_date: "2026-11-21",
  time: "",
  pick: "",
  sport: "NBA",
  tag: "",
  sim_confidence: 57.6,
  unit_size: 1.5,
  verdict: "",
  closing_line: "",
  beat_clv: "",
  units_result: null,
  created_at: "2026-01-01T00:00:00.000Z",
};
const request = {
  name: "A",
  email: "a@b.co",
  phone: "555-0100",
  remarks: "",
  created_at: "2026-01-01T00:00:00.000Z",
  state: "new",
};
const day = {
  stream: "regular",
  sport: "NBA",
  game_date: "2026-11-21",
  band: 60,
  picks: 3,
  bets: 2,
  wins: 1,
  losses: 1,
  units_result_e6: 0,
  unit_size_e6: 0,
  sim_confidence_e6: 0,
  decided_confidence_e6: 0,
};
const subscription = {
  id: "sub_1",
  customer_id: "cus_1",
  user_id: null,
  email: "a@b.co",
  status: "active",
  period_end: null,
  cancels_at: null,
  ended_at: null,
  paused_at: null,
  paused_until: null,
  created_at: "2026-01-01",
  updated_at: "2026-01-01",
};
const payment = {
  invoice_id: "in_1",
  subscription_id: "sub_1",
  amount_cents: 4900,
  currency: "usd",
  paid_at: "2026-01-01",
  refunded_cents: 0,
  refunded_at: null,
  disputed_at: null,
  dispute_due_by: null,
  dispute_status: null,
};

it("every table is strict", () => {
  expect(tables.length).toBeGreaterThanOrEqual(9);
  expect(tables.filter(({ strict }) => strict !== 1)).toEqual([]);
});

it("every foreign key has an index that begins with its column", () => {
  const missing = tables.flatMap(({ name }) => {
    const indexed = sqlite
      .prepare<[string], { first: string }>(
        "select info.name as first from pragma_index_list(?) list, pragma_index_info(list.name) info where info.seqno = 0",
      )
      .all(name);
    // An integer primary key is the row id, so it is not in the list of indexes.
    const primary = sqlite
      .prepare<[string], { first: string }>("select name as first from pragma_table_info(?) where pk = 1")
      .all(name);
    const keys = sqlite.prepare<[string], { from: string }>('select "from" from pragma_foreign_key_list(?)').all(name);
    return keys
      .filter((key) => ![...indexed, ...primary].some(({ first }) => first === key.from))
      .map((key) => `${name}.${key.from}`);
  });
  expect(missing).toEqual([]);
});

it.each([
  ["foreign_keys", 1],
  ["synchronous", 2],
  ["journal_mode", "wal"],
])("the app's connection has %s = %s", async (pragma, value) => {
  const { rows } = await sql`${sql.raw(`pragma ${pragma}`)}`.execute(db);
  expect(rows).toEqual([{ [pragma]: value }]);
});

it("a connection waits two seconds for a lock", () =>
  expect(sqlite.pragma("busy_timeout", { simple: true })).toBe(2000));

describe("the database", () => {
  it.each([
    ["users", user],
    ["picks", pick],
    ["pick_days", day],
    ["affiliate_requests", request],
    ["subscriptions", subscription],
  ])("accepts a valid row of %s", (table, row) => expect(insert(table, row)).not.toThrow());

  it.each([
    ["users", { ...user, role: "owner" }],
    ["users", { ...user, role: "Admin" }],
    ["users", { ...user, role: "" }],
    ["users", { ...user, status: "active" }],
    ["users", { ...user, email: "A@b.co" }],
    ["users", { ...user, email: " a@b.co" }],
    ["users", { ...user, email: "a" }],
    ["users", { ...user, email: "" }],
    ["users", { ...user, password_hash: "plain text" }],
    ["users", { ...user, name: null }],
    ["users", { ...user, display_mode: "blue" }],
    ["users", { ...user, sms_alerts: 2 }],
    ["users", { ...user, payment_review: "paid" }],
    ["users", { ...user, password_mail: "never" }],
    ["users", { ...user, email_notifications: "yes" }],
    ["picks", { ...pick, stream: "other" }],
    ["picks", { ...pick, game_date: "11/21/2026" }],
    ["picks", { ...pick, game_date: "2026-02-30" }],
    ["picks", { ...pick, game_date: "now" }],
    ["picks", { ...pick, game_date: "2026-11-21T00:00" }],
    ["picks", { ...pick, game_date: "2461366" }],
    ["picks", { ...pick, sport: "" }],
    ["picks", { ...pick, unit_size: 1001 }],
    ["picks", { ...pick, unit_size: -0.01 }],
    ["picks", { ...pick, unit_size: null }],
    ["picks", { ...pick, unit_size: "much" }],
    ["picks", { ...pick, sim_confidence: 100.1 }],
    ["picks", { ...pick, sim_confidence: -1 }],
    ["picks", { ...pick, units_result: 1000.5 }],
    ["picks", { ...pick, units_result: -1001 }],
    ["picks", { ...pick, verdict: null }],
    ["picks", { ...pick, settled: 1 }],
    ["picks", { ...pick, beat_clv: "yes" }],
    ["pick_days", { ...day, picks: -1 }],
    ["pick_days", { ...day, losses: -1 }],
    ["pick_days", { ...day, decided_confidence_e6: 0.5 }],
    ["pick_days", { ...day, bets: -1 }],
    ["pick_days", { ...day, wins: 3 }],
    ["pick_days", { ...day, wins: -1 }],
    ["pick_days", { ...day, unit_size_e6: 0.5 }],
    ["pick_days", { ...day, band: 100 }],
    ["pick_days", { ...day, band: 61 }],
    ["pick_days", { ...day, stream: "other" }],
    ["sessions", { id_hash: "a".repeat(64), user_id: 999_999, created_at: "2026-01-01", seen_at: "2026-01-01" }],
    ["api_tokens", { token_hash: "a".repeat(64), user_id: 999_999, created_at: "2026-01-01" }],
    ["devices", { device_hash: "a".repeat(64), user_id: 999_999, seen_at: "2026-01-01" }],
    ["throttles", { key: "k", count: -1, started_at: "2026-01-01" }],
    ["site_texts", { name: "faq", body: "a", version: 0, saved_at: "2026-12-01T00:00:00.000Z" }],
    ["site_texts", { name: "faq", body: "a", version: 1, saved_at: "2026-12-01" }],
    ["sidebar", { id: 2, results: "", notes: "", next: "", version: 1 }],
    ["affiliate_requests", { ...request, state: "other" }],
    ["api_key_days", { key_id: 4711, day: "2026-01-01T10", reads: 1, writes: 0 }],
    ["api_key_days", { key_id: 4711, day: "2026-01-01", reads: -1, writes: 0 }],
    ["affiliate_terms", { affiliate_id: 4711, since: "2026-01-01", rate_percent: 100, due_after_days: 30 }],
    ["affiliate_terms", { affiliate_id: 4711, since: "2026-01-01", rate_percent: 20, due_after_days: -1 }],
    ["affiliate_requests", { ...request, email: "A@b.co" }],
    ["affiliate_requests", { ...request, email: "a" }],
    ["affiliate_requests", { ...request, name: "" }],
    ["affiliate_requests", { ...request, phone: "" }],
    ["affiliate_requests", { ...request, remarks: null }],
    ["audit", { at: "2026-01-01", action: "a", subject: "pick", before: "{not json" }],
    ["subscriptions", { ...subscription, email: "A@b.co" }],
    ["subscriptions", { ...subscription, id: "" }],
    ["subscriptions", { ...subscription, customer_id: "" }],
    ["subscriptions", { ...subscription, status: "" }],
    ["subscriptions", { ...subscription, user_id: 999_999 }],
    ["stripe_events", { id: "", received_at: "2026-01-01" }],
  ])("refuses an invalid row of %s: %j", (table, row) =>
    expect(insert(table, row)).toThrow(/constraint|cannot store|generated column/),
  );

  it.each([
    ["two_factors", { encrypted_secret: "v1.x", begun_at: "2026-01-01", on_since: null, last_step: null }, true],
    [
      "two_factors",
      { encrypted_secret: "v1.x", begun_at: "2026-01-01", on_since: "2026-01-01", last_step: 59_000_000 },
      true,
    ],
    [
      "two_factors",
      { encrypted_secret: "v1.x", begun_at: "2026-01-01", on_since: "2026-01-01", last_step: null },
      false,
    ],
    ["two_factors", { encrypted_secret: "v1.x", begun_at: "2026-01-01", on_since: null, last_step: 1 }, false],
    [
      "two_factors",
      { encrypted_secret: "GEZDGNBVGY3TQOJQ", begun_at: "2026-01-01", on_since: null, last_step: null },
      false,
    ],
    ["two_factors", { encrypted_secret: "v1.x", begun_at: "2026-01-01", on_since: "2026-01-01", last_step: 0 }, false],
    ["recovery_codes", { code_hash: "a".repeat(64) }, true],
    ["recovery_codes", { code_hash: "ABCD-EFGH-JKMN-PQRS" }, false],
    ["two_factor_challenges", { id_hash: "a".repeat(64), created_at: "2026-01-01" }, true],
    ["two_factor_challenges", { id_hash: "plain", created_at: "2026-01-01" }, false],
  ] as const)("for a two-factor row of %s, %j, accepted is %s", (table, row, accepted) => {
    const work = () =>
      runAndRollBack(insertion("users", { id: 987_654, ...user }) + insertion(table, { user_id: 987_654, ...row }));
    if (accepted) expect(work).not.toThrow();
    else expect(work).toThrow(/CHECK/);
    expect(insert(table, { user_id: 999_999, ...row })).toThrow(accepted ? /FOREIGN KEY/ : /CHECK|FOREIGN KEY/);
  });

  it("accepts a payment only for an existing subscription", () => {
    expect(() =>
      runAndRollBack(insertion("subscriptions", subscription) + insertion("payments", payment)),
    ).not.toThrow();
    expect(insert("payments", payment)).toThrow(/FOREIGN KEY/);
  });

  it.each([
    { amount_cents: 0 },
    { amount_cents: -4900 },
    { amount_cents: 0.5 },
    { currency: "" },
    { paid_at: null },
    { refunded_cents: 4901 },
    { refunded_cents: -1 },
    { refunded_at: "2026-01-01" },
    { disputed_at: "2026-01-01" },
    { dispute_status: "lost" },
    { dispute_due_by: "2026-01-01" },
    { disputed_at: "2026-01-01", dispute_status: "" },
  ])("refuses a payment with %j", (changes) => {
    expect(() =>
      runAndRollBack(insertion("subscriptions", subscription) + insertion("payments", { ...payment, ...changes })),
    ).toThrow(/CHECK|NOT NULL|cannot store/);
  });

  it.each(["", "✅", "❌", "➖", "🚫"])("accepts the verdict %j", (verdict) => {
    expect(insert("picks", { ...pick, verdict })).not.toThrow();
    expect(() =>
      runAndRollBack(
        `${insertion("picks", { ...pick, id: 4711 })} update picks set verdict = '${verdict}' where id = 4711`,
      ),
    ).not.toThrow();
  });

  it.each(["win", "push", "W", "✅✅", "✅\uFE0F", " ✅", "✔", " ", "0"])(
    "refuses the verdict %j, of a new pick and of a stored one",
    (verdict) => {
      expect(insert("picks", { ...pick, verdict })).toThrow(/verdict/);
      expect(() =>
        runAndRollBack(
          `${insertion("picks", { ...pick, id: 4711 })} update picks set verdict = '${verdict}' where id = 4711`,
        ),
      ).toThrow(/verdict/);
    },
  );

  it("refuses a second account with the same email", () =>
    expect(() => {
      sqlite.exec("begin");
      try {
        for (const name of ["A", "B"])
          sqlite
            .prepare(
              "insert into users (email, name, phone, password_hash, role, status, created_at) values ('x@y.co', ?, '', '$argon2id$x', 'user', 'Active', '2026-01-01')",
            )
            .run(name);
      } finally {
        sqlite.exec("rollback");
      }
    }).toThrow(/UNIQUE/));
});

describe("a commission entry", () => {
  const at = "2026-01-01";
  const referred = [
    insertion("affiliates", {
      id: 4711,
      name: "P",
      email: "p@b.co",
      ref_code: "AAAAAAAA",
      page_token: "x".repeat(43),
      created_at: at,
    }),
    insertion("referrals", { id: 4711, affiliate_id: 4711, outcome: "counted", created_at: at }),
  ].join("");
  const entry = {
    affiliate_id: 4711,
    referral_id: 4711,
    kind: "refund",
    amount_cents: -980,
    price_cents: 4900,
    rate_percent: 20,
    reason: "A lost dispute",
    created_at: at,
  };

  it.each([
    [{}, true],
    [{ reason: null }, true],
    [{ reason: "" }, false],
    [{ kind: "purchase", amount_cents: 980 }, false],
    [{ kind: "purchase", amount_cents: 980, reason: null }, true],
  ])("with %j is accepted: %s", (changes, accepted) => {
    const work = () => runAndRollBack(referred + insertion("commissions", { ...entry, ...changes }));
    if (accepted) expect(work).not.toThrow();
    else expect(work).toThrow(/CHECK/);
  });
});

describe("a payout's line", () => {
  const at = "2026-01-01";
  const paid = [
    insertion("affiliates", {
      id: 4711,
      name: "P",
      email: "p@b.co",
      ref_code: "AAAAAAAA",
      page_token: "x".repeat(43),
      created_at: at,
    }),
    insertion("payouts", { id: 4711, paid_by: 1, paid_at: at }),
  ].join("");
  const line = {
    payout_id: 4711,
    affiliate_id: 4711,
    name: "P",
    email: "p@b.co",
    ref_code: "AAAAAAAA",
    commissions: 1,
    amount_cents: 980,
  };

  it("is accepted once per affiliate", () =>
    expect(() => runAndRollBack(paid + insertion("payout_lines", line))).not.toThrow());

  it.each([
    { amount_cents: 0 },
    { amount_cents: -980 },
    { commissions: 0 },
    { name: "" },
    { email: "P@b.co" },
    { email: null },
    { payout_id: 4712 },
    { affiliate_id: 4712 },
  ])("is refused with %j", (changes) => {
    expect(() => runAndRollBack(paid + insertion("payout_lines", { ...line, ...changes }))).toThrow(/constraint/);
  });
});

describe("the audit trail", () => {
  const appended = "insert into audit (id, at, action, subject) values (4711, '2026-01-01', 'pick.changed', 'pick');";

  it.each([
    "update audit set action = 'x'",
    "delete from audit",
    "delete from audit where id = 4711",
    "update or replace audit set at = '1999-01-01' where id = 4711",
    "replace into audit (id, at, action, subject) values (4711, '1999-01-01', 'x', 'pick')",
    "insert into audit (id, at, action, subject) values (4711, '1999-01-01', 'x', 'pick') on conflict (id) do update set action = excluded.action",
  ])("is append-only: %s", (change) => expect(() => runAndRollBack(appended + change)).toThrow(/append-only/));
});

describe("the queries of the lists", () => {
  const [admin, member] = [actorOf("admin"), actorOf("user")];
  const filters = [
    {},
    { sort: "oldest" },
    { sport: "NBA" },
    { sport: "Other" },
    { sport: "NBA", sort: "oldest", start: "11/01/2026", end: "11/30/2026", page: "2" },
  ];

  it.each([
    ["the history", () => Promise.all(filters.map((filter) => regularPicks.listSettledPicks(member, filter)))],
    ["the pro history", () => Promise.all(filters.map((filter) => proPicks.listSettledPicks(member, filter)))],
    [
      "the open picks",
      () =>
        Promise.all(
          [{}, { sort: "asc" }, { sport: "NBA" }, { sport: "Other" }].map((filter) =>
            regularPicks.listOpenPicks(member, filter),
          ),
        ),
    ],
    ["Today's Picks", () => readTodaysPicksPage(member, {})],
    [
      "the API's list",
      () =>
        Promise.all(
          [
            {},
            { status: "open" },
            { status: "settled", before: "99" },
            { sport: "NBA" },
            { before: "99", sport: "NBA", status: "open" },
          ].map((filter) => regularPicks.listPicks(member, filter)),
        ),
    ],
    ["the manager", () => Promise.all([regularPicks.readManagerPage(admin, {}), readDefaultManagerPage(admin, {})])],
  ])("of %s read picks by an index, without a sort", async (_list, work) => {
    for (const game_date of ["11/20/2026", "11/21/2026", ""]) {
      for (const verdict of ["✅", ""])
        for (const own of [regularPicks, proPicks]) await own.addPick(admin, pickFields({ game_date, verdict }));
    }
    const statements = (await statementsOf(work)).filter((statement) => /^select [^(]* from "picks"/.test(statement));
    expect(statements.length).toBeGreaterThan(0);
    const bad = statements.flatMap((statement) =>
      planOf(statement)
        .filter((step) => isSlow(step, statement))
        .map((step) => `${step} in ${statement}`),
    );
    expect(bad).toEqual([]);
  });

  function isSlow(step: string, statement: string): boolean {
    return (
      /SCAN|TEMP B-TREE/.test(step) ||
      (step.startsWith("SEARCH picks ") &&
        statement.replaceAll("+?", "?").includes('"settled" = ?') &&
        !step.includes("settled=?"))
    );
  }

  function planOf(statement: string): string[] {
    const unknown = Array<null>(statement.split("?").length - 1).fill(null);
    return sqlite
      .prepare<null[], { detail: string }>(`explain query plan ${statement}`)
      .all(...unknown)
      .map(({ detail }) => detail);
  }
});
