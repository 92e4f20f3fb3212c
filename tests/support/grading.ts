/** Games of today that have started, with picks on them, and the page that grades them. */
import { formatCalendarDate } from "../../app/time/calendar-date.ts";
import { dateIn } from "../../app/time/zone-time.ts";
import type { Client } from "./app/app.ts";
import { nextNumber } from "./database/factories.ts";
import { publish } from "./database/picks.ts";
import { middayZone } from "./midday.ts";
import { formFieldsIn } from "./pages/form-fields.ts";
import { decode, visibleText } from "./pages/html.ts";

/** There it is about noon, so that a start at 9 has passed today. */
export const gradingEnv = { SITE_TIMEZONE: middayZone };
export const today = dateIn(middayZone, new Date());
export const gradePath = "/admin/grade";

export interface Game {
  away: string;
  home: string;
  title: string;
}

/** A game of two teams that nobody else has. */
export function newGame(): Game {
  const number = nextNumber();
  return titled({ away: `Visitors ${number}`, home: `Hosts ${number}` });
}

export function titled({ away, home }: Omit<Game, "title">): Game {
  return { away, home, title: `${away} @ ${home}` };
}

/** The fields of a started pick on a game; on its home side at -110, for one unit, unless `changes` say otherwise. */
export function betOn({ home, title }: Game, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    game: title,
    pick: `${home} -3.5 (-110)`,
    unit_size: 1,
    sport: "NBA",
    game_date: formatCalendarDate(today),
    time: "9:00 AM",
    ...changes,
  };
}

export function publishOn(
  staff: Client,
  game: Game,
  changes: Readonly<Record<string, unknown>> = {},
  api?: string,
): Promise<number> {
  return publish(staff, betOn(game, changes), api);
}

/** The game's result, for the API; 104-112 unless `changes` say otherwise. */
export function resultOf({ away, home }: Omit<Game, "title">, changes: Readonly<Record<string, unknown>> = {}) {
  return {
    sport: "NBA",
    game_date: formatCalendarDate(today),
    away,
    home,
    away_score: 104,
    home_score: 112,
    ...changes,
  };
}

/** The part of the names of the game's fields. */
export function keyOf(html: string, { title }: Game): string {
  const key = new RegExp(`<tr id="game-(\\w+)"><th [^>]*><b>${title}</b>`).exec(html)?.[1];
  if (key === undefined) throw new Error(`${title} is not on the page.`);
  return key;
}

/** The page's text about a game and the picks on it. */
export function gameText(html: string, game: Game): string {
  const row = new RegExp(`<tr id="game-${keyOf(html, game)}"[\\s\\S]*?</tr>`);
  return visibleText(row.exec(html)?.[0] ?? "");
}

export function scoresOf(html: string, game: Game, [away, home]: readonly (number | "")[]): Record<string, string> {
  const key = keyOf(html, game);
  return { [`away_${key}`]: String(away), [`home_${key}`]: String(home) };
}

/** The name of the box of a pick. */
export function boxOf(id: number, version = 1): string {
  return `pick_${id}_${version}`;
}

/** Sends the form that `html` shows, with what was typed, by one of its buttons. */
export function send(
  staff: Client,
  html: string,
  button: "check" | "apply" | "names",
  typed: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const action = /<form\b[^>]*action="([^"]*)"[^>]*aria-label="Results"/.exec(html)?.[1] ?? "";
  return staff.post(decode(action), { ...formFieldsIn(html, "Results"), ...typed, do: button });
}

/** The page of a check. */
export async function check(
  staff: Client,
  html: string,
  typed: Readonly<Record<string, string>> = {},
): Promise<{ status: number; html: string }> {
  const answer = await send(staff, html, "check", typed);
  return { status: answer.status, html: await answer.text() };
}
