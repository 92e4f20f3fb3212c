/** Picks for HTTP tests, published through the API so that the app itself counts the totals. */
import { expect } from "vitest";
import type { PickRow } from "../../../db/schema.ts";
import { bandOf } from "../../../app/models/figures/totals.ts";
import type { App, Client } from "../app/app.ts";
import { pickFields } from "./factories.ts";

export async function publish(
  staff: Client,
  changes: Readonly<Record<string, unknown>> = {},
  path = "/api/picks",
): Promise<number> {
  const answer = await staff.call("POST", path, pickFields(changes));
  const row = await answer.json();
  expect(answer.status, JSON.stringify(row)).toBe(201);
  return Number(row.id);
}

export function pickRow({ db }: App, id: number): Promise<PickRow> {
  return db.selectFrom("picks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

/** A snapshot of everything that a request may change. Of mails only their ids, because the outbox sends them. */
export async function everything({ db }: App): Promise<string> {
  const tables = [
    "picks",
    "pick_days",
    "saved_picks",
    "free_picks",
    "sidebar",
    "learn_lists",
    "learn_entries",
    "sessions",
    "api_tokens",
    "users",
    "audit",
    "reset_codes",
    "affiliates",
    "commissions",
    "affiliate_requests",
    "affiliate_request_submissions",
    "payouts",
    "payout_items",
    "payout_lines",
    "two_factors",
    "recovery_codes",
    "two_factor_challenges",
    "results",
    "team_aliases",
  ] as const;
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  const mails = await db.selectFrom("outbox").select(["id", "message_id", "kind", "user_id"]).execute();
  return JSON.stringify([...rows.map((list, index) => [tables[index], list]), ["outbox", mails]], (key, value) =>
    key === "seen_at" ? undefined : value,
  );
}

export async function totals({ db }: Pick<App, "db">): Promise<{ stored: string[]; counted: string[] }> {
  const days = await db.selectFrom("pick_days").selectAll().execute();
  const picks = await db.selectFrom("picks").selectAll().where("verdict", "<>", "").execute();
  const counted = new Map<string, number[]>();
  for (const pick of picks) {
    const key = `${pick.stream} ${pick.sport} ${pick.game_date} ${bandOf(pick.sim_confidence)}`;
    const sums = counted.get(key) ?? [0, 0, 0, 0, 0, 0, 0, 0];
    const has = (mark: string) => (pick.verdict === mark ? 1 : 0);
    const [won, lost] = [has("✅"), has("❌")];
    const decided = won + lost;
    const isBet = decided + has("➖");
    const confidence = micros(pick.sim_confidence);
    const more = [
      1,
      isBet,
      won,
      lost,
      micros(pick.units_result),
      decided * micros(pick.unit_size),
      isBet * confidence,
      decided * confidence,
    ];
    counted.set(
      key,
      sums.map((sum, index) => sum + (more[index] ?? 0)),
    );
  }
  return {
    stored: days
      .map(
        (day) =>
          `${day.stream} ${day.sport} ${day.game_date} ${day.band}: ${[day.picks, day.bets, day.wins, day.losses, day.units_result_e6, day.unit_size_e6, day.sim_confidence_e6, day.decided_confidence_e6].join(" ")}`,
      )
      .sort(),
    counted: [...counted].map(([key, sums]) => `${key}: ${sums.join(" ")}`).sort(),
  };
}

function micros(value: number | null): number {
  return Math.round((value ?? 0) * 1_000_000);
}
