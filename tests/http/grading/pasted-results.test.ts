/** Results that are pasted as a table, and the names of teams that nobody has seen yet. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { nextNumber } from "../../support/database/factories.ts";
import { everything, pickRow } from "../../support/database/picks.ts";
import {
  type Game,
  check,
  gameText,
  gradePath,
  gradingEnv,
  newGame,
  publishOn,
  scoresOf,
  send,
  today,
} from "../../support/grading.ts";
import { alerts, decode, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";

const app = useApp(gradingEnv);
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("admin");
});

const row = (id: number) => pickRow(app, id);
const header = "sport,game_date,away,home,away_score,home_score";
const line = ({ away, home }: Omit<Game, "title">, scores = [104, 112], sport = "NBA") =>
  [sport, today, away, home, ...scores].join(",");
const paste = (...lines: readonly string[]) => ({ text: [header, ...lines].join("\n") });
const checkPaste = async (typed: { text: string }) => check(staff, await staff.text(gradePath), typed);

/** The page's text about the lines that were not matched. */
function unmatchedIn(html: string): string[] {
  const [section = ""] = /<section[^>]*aria-labelledby="unmatched"[\s\S]*?<\/section>/.exec(html) ?? [];
  return Array.from(section.matchAll(/<p class="muted">([\s\S]*?)<\/p>/g), ([, text = ""]) => visibleText(text));
}

function teamsIn(html: string, name: string): string {
  const [select = ""] = new RegExp(`<select[^>]*name="${name}"[\\s\\S]*?</select>`).exec(html) ?? [];
  return visibleText(select);
}

const stored = async ({ home }: Pick<Game, "home">) =>
  app.db.selectFrom("results").select(["away_score", "home_score", "source"]).where("home", "=", home).execute();

test("a table grades the same as typed scores, beside them and as a spreadsheet's rows", async () => {
  const [typed, first, second, nobodys] = [newGame(), newGame(), newGame(), newGame()];
  const ids = [await publishOn(staff, typed), await publishOn(staff, first), await publishOn(staff, second)];
  const page = await staff.text(gradePath);
  const before = await everything(app);
  const text = paste(line(first), line(second, [114, 112]), line(nobodys)).text.replaceAll(",", "\t");
  const { html } = await check(staff, page, { ...scoresOf(page, typed, [104, 112]), text });
  expect(await everything(app)).toBe(before);
  expect(gameText(html, first)).toContain("Win, +0.91 U");
  expect(gameText(html, second)).toContain("Loss, -1.00 U");
  expect(unmatchedIn(html)[0]).toMatch(new RegExp(`^No pick is on ${nobodys.title} \\(NBA, `));
  expect((await send(staff, html, "apply")).status).toBe(303);
  expect(alerts(await staff.text(gradePath))).toEqual(["3 picks graded: 2 won, 1 lost."]);
  for (const [index, verdict] of ["✅", "✅", "❌"].entries())
    expect((await row(ids[index] ?? 0)).verdict).toBe(verdict);
  expect(await stored(nobodys)).toEqual([{ away_score: 104, home_score: 112, source: "staff" }]);
});

test("a line that can't be read is named, and the text stays", async () => {
  const before = await everything(app);
  for (const [typed, problem] of [
    [paste(line(newGame(), [104])), "Line 2: home_score: Enter both scores."],
    [paste(line(newGame(), [104, 112], "Chess")), "Line 2: sport: Choose a sport."],
    [{ text: "Dear all" }, "The first line must name the columns, like: sport, game_date, away, home, away_score."],
  ] as const) {
    const { status, html } = await checkPaste(typed);
    expect([status, fieldError(html, "text"), fieldValue(html, "text")]).toEqual([422, problem, typed.text]);
  }
  expect(await everything(app)).toBe(before);
});

test("an unknown name is confirmed once as one of the day's teams, and means it from then on", async () => {
  const [game, other] = [newGame(), newGame()];
  const id = await publishOn(staff, game);
  await publishOn(staff, other, { sport: "NFL" });
  const alias = `Guests ${nextNumber()}`;
  const typed = paste(line({ away: alias, home: game.home }));
  const first = await checkPaste(typed);
  const name = /name="(alias_\d+_away)"/.exec(first.html)?.[1] ?? "";
  const teams = teamsIn(first.html, name);
  expect([teams.includes(game.away), teams.includes(other.away)]).toEqual([true, false]);
  const named = await send(staff, first.html, "names", { [name]: game.away });
  expect([named.status, gameText(await named.text(), game).includes("Win, +0.91 U")]).toEqual([200, true]);
  expect((await row(id)).verdict).toBe("");
  const trail = app.db.selectFrom("audit").select("after").where("action", "=", "team-alias.confirmed");
  expect((await trail.execute()).map(({ after }) => JSON.parse(after ?? ""))).toEqual([
    { sport: "NBA", alias, name: game.away },
  ]);
  const { html } = await checkPaste(typed);
  expect(unmatchedIn(html)).toEqual([]);
  expect((await send(staff, html, "apply")).status).toBe(303);
  expect(await row(id)).toMatchObject({ verdict: "✅", away_score: 104, home_score: 112 });
});

test("a name that was confirmed wrongly is taken back, and asked about again", async () => {
  const game = newGame();
  await publishOn(staff, game);
  const written = `The Guests ${nextNumber()}`;
  const typed = paste(line({ away: written, home: game.home }));
  const first = await checkPaste(typed);
  const name = /name="(alias_\d+_away)"/.exec(first.html)?.[1] ?? "";
  await send(staff, first.html, "names", { [name]: game.away });
  expect(unmatchedIn((await checkPaste(typed)).html)).toEqual([]);

  await app.db
    .insertInto("team_aliases")
    .values({ sport: "NFL", alias: "nyg", name: "giants", confirmed_at: new Date().toISOString() })
    .execute();
  const list = await staff.text(`${gradePath}/aliases?sport=NBA`);
  const rowIn = (html: string) => html.match(/<tr[\s\S]*?<\/tr>/g)?.find((each) => each.includes(written)) ?? "";
  expect(visibleText(rowIn(list))).toContain(game.away);
  expect(rowIn(await staff.text(`${gradePath}/aliases?sport=NFL`))).toBe("");
  const ask = decode(/href="([^"]*take-back[^"]*)"/.exec(rowIn(list))?.[1] ?? "");
  expect(await staff.text(ask)).toContain("Take this name back?");
  const taken = await staff.post(ask);
  expect([taken.status, taken.headers.get("location")]).toEqual([303, `${gradePath}/aliases?sport=NBA`]);
  const after = await staff.text(`${gradePath}/aliases`);
  expect([alerts(after), rowIn(after)]).toEqual([[`Taken back: ${written}.`], ""]);

  expect(unmatchedIn((await checkPaste(typed)).html)).toHaveLength(1);
  expect((await staff.fetch(ask)).status).toBe(404);
  const trail = app.db.selectFrom("audit").select("before").where("action", "=", "team-alias.taken_back");
  expect((await trail.execute()).map(({ before }) => JSON.parse(before ?? ""))).toEqual([
    { sport: "NBA", alias: written, name: game.away },
  ]);
});

test("a name can mean only a team of the day's games", async () => {
  const game = newGame();
  await publishOn(staff, game);
  const { html } = await checkPaste(paste(line({ away: `Guests ${nextNumber()}`, home: game.home })));
  const name = /name="(alias_\d+_away)"/.exec(html)?.[1] ?? "";
  const before = await everything(app);
  expect((await send(staff, html, "names", { [name]: "Somebody else" })).status).toBe(200);
  expect(await everything(app)).toBe(before);
});

describe("what could be a mistake is refused, and not stored", () => {
  test("exchanged sides, with both named", async () => {
    const game = newGame();
    const id = await publishOn(staff, game);
    const { html } = await checkPaste(paste(line({ away: game.home, home: game.away })));
    expect(unmatchedIn(html)).toEqual([
      `The sides are exchanged: the result says ${game.home} @ ${game.away}, the picks say ${game.title}.`,
    ]);
    expect((await send(staff, html, "apply")).status).toBe(303);
    expect([(await row(id)).verdict, await stored({ home: game.away })]).toEqual(["", []]);
  });

  test("a doubleheader, with both named, until the start says which", async () => {
    const game = newGame();
    const early = await publishOn(staff, game, { sport: "MLB", time: "1:00 AM" });
    const late = await publishOn(staff, game, { sport: "MLB", pick: `${game.home} -1.5 (+120)` });
    const [{ starts_at: one }, { starts_at: two }] = [await row(early), await row(late)];
    const { html } = await checkPaste(paste(line(game, [4, 8], "MLB")));
    const [reason = ""] = unmatchedIn(html);
    expect(reason).toMatch(/^Two games of that day could be meant: /);
    for (const start of [one, two]) expect(reason).toContain(`${game.title} (starting ${start})`);
    expect((await send(staff, html, "apply")).status).toBe(303);
    expect([(await row(early)).verdict, (await row(late)).verdict, await stored(game)]).toEqual(["", "", []]);
    const chosen = await checkPaste({ text: `${header},starts_at\n${line(game, [4, 8], "MLB")},${two}` });
    expect(unmatchedIn(chosen.html)).toEqual([]);
    expect((await send(staff, chosen.html, "apply")).status).toBe(303);
    expect([(await row(early)).verdict, (await row(late)).verdict]).toEqual(["", "✅"]);
  });

  test("two results of one game that differ", async () => {
    const game = newGame();
    const id = await publishOn(staff, game);
    const { html } = await checkPaste(paste(line(game), line(game, [112, 104])));
    const reason = `Two results for ${game.title} differ. Send the right one alone.`;
    expect(unmatchedIn(html)).toEqual([reason, reason]);
    expect((await send(staff, html, "apply")).status).toBe(303);
    expect([(await row(id)).verdict, await stored(game)]).toEqual(["", []]);
  });
});

test("the scores typed for one game of a doubleheader settle that one alone", async () => {
  const game = newGame();
  const early = await publishOn(staff, game, { sport: "MLB", time: "1:00 AM" });
  const late = await publishOn(staff, game, { sport: "MLB", pick: `${game.home} -1.5 (+120)` });
  const page = await staff.text(gradePath);
  // The first of the two on the page, by start.
  expect(page.split(`>${game.title}</b>`)).toHaveLength(3);
  const { html } = await check(staff, page, scoresOf(page, game, [4, 8]));
  expect((await send(staff, html, "apply")).status).toBe(303);
  expect([(await row(early)).verdict, (await row(late)).verdict]).toEqual(["✅", ""]);
});
