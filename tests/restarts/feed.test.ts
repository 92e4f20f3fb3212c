/** The built app with a feed: what it brings to the Grade page, to the banner and to a second process. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, type Client, complaints, startApp } from "../support/app/app.ts";
import { type Server, launchOnFreePort } from "../support/app/server.ts";
import { pickRow } from "../support/database/picks.ts";
import {
  type Game,
  gameText,
  gradePath,
  gradingEnv,
  keyOf,
  newGame,
  publishOn,
  scoresOf,
  send,
} from "../support/grading.ts";
import { type ListedGame, type OddsApi, oddsKey, startOddsApi } from "../support/odds-api.ts";
import { formFieldsIn } from "../support/pages/form-fields.ts";
import { visibleText } from "../support/pages/html.ts";
import { soon } from "../support/soon.ts";

let feed: OddsApi;
let app: App;
let second: Server;
let admin: Client;
let superadmin: Client;

beforeAll(async () => {
  feed = await startOddsApi();
  const env = { ...gradingEnv, ODDS_API_KEY: oddsKey, ODDS_API_BASE: feed.base };
  app = await startApp(env);
  second = await launchOnFreePort({ path: app.path, env });
  admin = await app.signedIn("admin");
  superadmin = await app.signedIn("superadmin");
});
afterAll(async () => {
  await second.end("SIGTERM");
  await app.stop();
  feed.close();
  expect(complaints(app).filter((line) => !line.includes("results feed failed"))).toEqual([]);
});

/** Over, as the feed tells it. */
async function over(id: number, game: Omit<Game, "title">, changes: Partial<ListedGame> = {}): Promise<ListedGame> {
  const { starts_at } = await pickRow(app, id);
  return {
    id: `feed-${id}`,
    sport_key: "basketball_nba",
    commence_time: starts_at ?? "",
    completed: true,
    books: [],
    away_team: game.away,
    home_team: game.home,
    scores: ["112", "104"],
    ...changes,
  };
}

/** It holds also when the feed was asked before the game was listed. */
async function tell(...games: ListedGame[]): Promise<void> {
  feed.games = games;
  await app.db.updateTable("feed_games").set({ scores_next_at: null }).execute();
}

const storedResults = () => app.db.selectFrom("results").selectAll().orderBy("id").execute();

test("results wait on the Grade page, checked, and one press applies them; two processes asked once", async () => {
  const game = newGame();
  const id = await publishOn(admin, game);
  await tell(await over(id, game));
  await vi.waitFor(async () => expect(await storedResults()).toHaveLength(1), soon);
  expect(await pickRow(app, id)).toMatchObject({ verdict: "", version: 1 });
  const html = await admin.text(gradePath);
  expect(html).toContain("Results come by themselves and wait here until they are applied.");
  expect(gameText(html, game)).toContain("Win, +0.91 U");
  expect(html).not.toContain("autofocus");
  expect(formFieldsIn(html, "Results")).toMatchObject({ [`home_${keyOf(html, game)}`]: "112" });
  expect((await send(admin, html, "apply")).status).toBe(303);
  expect(await pickRow(app, id)).toMatchObject({
    verdict: "✅",
    units_result: 0.91,
    graded_by: "rule",
    home_score: 112,
  });
  expect(feed.calls).toEqual(["scores basketball_nba"]);
});

test("a score that changes later brings its game back, and grades anew with a reason", async () => {
  const [game] = [newGame()];
  const [settled] = await app.db.selectFrom("picks").selectAll().where("verdict", "<>", "").execute();
  if (!settled) throw new Error("No pick is settled.");
  const id = await publishOn(admin, game);
  const before = { ...newGame(), away: settled.away, home: settled.home, title: settled.game };
  await tell(await over(settled.id, before, { scores: ["101", "104"] }), await over(id, game));
  await vi.waitFor(
    async () => expect((await storedResults()).filter(({ needs_decision }) => needs_decision === 1)).toHaveLength(2),
    soon,
  );
  expect(await pickRow(app, settled.id)).toEqual(settled);
  const html = await admin.text(gradePath);
  expect(gameText(html, before)).toContain("Loss, -1.00 U");
  expect(gameText(html, before)).toContain("(was win, 0.91u, scores 104-112)");
  const refused = await send(admin, html, "apply");
  expect(await refused.text()).toContain("Settled picks are graded anew only with a reason.");
  expect((await send(admin, html, "apply", { reason: "The league corrected the score." })).status).toBe(303);
  expect(await pickRow(app, settled.id)).toMatchObject({ verdict: "❌", home_score: 101 });
  expect(visibleText(await admin.text(gradePath))).not.toContain(before.title);
});

test("a result under another name is given to its game on the page, and its name is known from then on", async () => {
  const game = newGame();
  const id = await publishOn(admin, game);
  await tell(await over(id, { away: game.away, home: `The ${game.home} of Old` }));
  await vi.waitFor(async () => expect(await admin.text(gradePath)).toContain("of Old"), soon);
  const html = await admin.text(gradePath);
  const name = /name="(alias_\d+_home)"/.exec(html)?.[1] ?? "";
  const named = await send(admin, html, "names", { [name]: game.home });
  const checked = await named.text();
  expect(gameText(checked, game)).toContain("Win, +0.91 U");
  expect((await send(admin, checked, "apply")).status).toBe(303);
  expect(await pickRow(app, id)).toMatchObject({ verdict: "✅" });
});

test("a dead feed is said to superadmins, with since when and what to do, and goes away by itself", async () => {
  const game = newGame();
  feed.fault = "error";
  const id = await publishOn(admin, game);
  await vi.waitFor(
    async () => expect(await superadmin.text("/admin/keys")).toContain("The feed of results fails."),
    soon,
  );
  const text = visibleText(await superadmin.text("/admin/keys"));
  expect(text).toMatch(/The feed of results fails\. Since .+ It answered with an error \(500\)\. Check ODDS_API_KEY,/);
  expect(await admin.text(gradePath)).not.toContain("The feed of results fails.");
  expect([app.errors() + second.errors(), text].join()).not.toContain(oddsKey);
  feed.fault = null;
  await tell(await over(id, game));
  await app.db.updateTable("feed").set({ next_try_at: null }).execute();
  await app.db.updateTable("feed_games").set({ scores_next_at: null }).execute();
  await vi.waitFor(
    async () => expect(await superadmin.text("/admin/keys")).not.toContain("The feed of results fails."),
    { ...soon, timeout: 50_000 },
  );
});

test("a correction that arrives after the page was opened is shown before anything is applied", async () => {
  const game = newGame();
  const id = await publishOn(admin, game);
  await tell(await over(id, game));
  await vi.waitFor(async () => expect(gameText(await admin.text(gradePath), game)).toContain("Win, +0.91 U"), soon);
  const html = await admin.text(gradePath);
  const said = (await storedResults()).at(-1);
  if (!said) throw new Error("Nothing is stored.");
  const { id: _id, ...values } = said;
  await app.db
    .insertInto("results")
    .values({ ...values, home_score: 101, entered_at: new Date().toISOString() })
    .execute();
  const answer = await send(admin, html, "apply");
  expect(await answer.text()).toContain("The results were changed after the check, so nothing was applied.");
  expect(await pickRow(app, id)).toMatchObject({ verdict: "" });
});

test("a score that people keep takes the place of the feed's", async () => {
  expect((await send(admin, await admin.text(gradePath), "apply")).status).toBe(303);
  const game = newGame();
  const id = await publishOn(admin, game);
  await tell(await over(id, game));
  await vi.waitFor(async () => expect(gameText(await admin.text(gradePath), game)).toContain("Win, +0.91 U"), soon);
  expect((await send(admin, await admin.text(gradePath), "apply")).status).toBe(303);
  await publishOn(admin, newGame());
  await tell(await over(id, game, { scores: ["90", "104"] }));
  await vi.waitFor(async () => expect((await admin.text(gradePath)).includes(game.title)).toBe(true), soon);
  const html = await admin.text(gradePath);
  expect(gameText(html, game)).toContain("Loss, -1.00 U");
  const checked = await send(admin, html, "check", scoresOf(html, game, [104, 112]));
  const page = await checked.text();
  expect(page.includes("Store the results")).toBe(true);
  expect((await send(admin, page, "apply")).status).toBe(303);
  expect(visibleText(await admin.text(gradePath)).includes(game.title)).toBe(false);
  expect(await pickRow(app, id)).toMatchObject({ verdict: "✅", home_score: 112 });
});
