import type { Stream } from "../../models/bets/stream.ts";

const names = [
  "pick",
  "game",
  "sport",
  "game_date",
  "time",
  "market",
  "side",
  "line",
  "odds",
  "away",
  "home",
  "starts_at",
  "unit_size",
  "book",
  "playable_to",
];

/** Null without an answer: a field may be half typed. */
export async function fetchReading(
  stream: Stream,
  form: HTMLFormElement,
  pickId: number | undefined,
  signal: AbortSignal,
): Promise<string | null> {
  const path = stream === "pro" ? "/api/propicks/reading" : "/api/picks/reading";
  try {
    const answer = await fetch(`${path}?${queryOf(form, pickId)}`, { signal });
    const { text }: { text?: string } = await answer.json();
    return answer.ok ? (text ?? null) : null;
  } catch {
    return null;
  }
}

function queryOf(form: HTMLFormElement, pickId: number | undefined): URLSearchParams {
  const query = new URLSearchParams(pickId === undefined ? {} : { pick_id: String(pickId) });
  for (const [name, value] of new FormData(form)) if (names.includes(name)) query.set(name, String(value));
  return query;
}
