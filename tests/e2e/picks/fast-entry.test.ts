/** Eight picks of one evening, typed by a person who never touches the mouse. */
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { futureDate } from "../../support/database/factories.ts";
import { field, modes, see, statusMessage, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const mostKeys = 12;
const teams = ["Hawks", "Celtics", "Nets", "Hornets", "Bulls", "Cavaliers", "Mavericks", "Nuggets"];
const evening = teams.map((team, index) => ({
  game: `Lakers @ ${team}`,
  pick: `${team} -${index + 1}.5 (-110)`,
  confidence: `5${index}`,
  units: "1",
}));

/** Types texts, and counts every other key. */
function typist(page: Page) {
  let keys = 0;
  return {
    type: (text: string) => page.keyboard.type(text),
    tab: async (times = 1) => {
      for (let time = 0; time < times; time += 1) await page.keyboard.press("Tab");
      keys += times;
    },
    enter: async () => {
      await page.keyboard.press("Enter");
      keys += 1;
    },
    keysSince: () => {
      const pressed = keys;
      keys = 0;
      return pressed;
    },
  };
}

test.each(modes)(`$mode, at most ${mostKeys} keys a pick beside its text`, async ({ scripts }) => {
  // Each pick has texts of its own: staff would be asked about the same pick twice.
  const date = futureDate(scripts ? 2 : 3);
  const page = await stage.open("/admin/picks", { scripts, as: await stage.app.signedIn("admin") });
  let documents = 0;
  page.on("request", (request) => (documents += request.isNavigationRequest() ? 1 : 0));
  const { type, tab, enter, keysSince } = typist(page);
  await field(page, "Game").focus();
  for (const [index, { game, pick, confidence, units }] of evening.entries()) {
    const isFirst = index === 0;
    await type(game);
    await tab();
    await type(pick);
    await tab();
    if (isFirst) await type("NBA");
    await tab();
    if (isFirst) await type("SIM");
    await tab();
    if (isFirst) await type(date);
    await tab();
    if (isFirst) await type("7:30 PM");
    await tab(5);
    await type(confidence);
    await tab();
    await type(units);
    await enter();
    await see(statusMessage(page, `Added: ${pick}.`)).toBeVisible();
    await see(field(page, "Game")).toBeFocused();
    expect(keysSince()).toBeLessThanOrEqual(mostKeys);
  }
  // Each answer is a page of its own without scripts, and none with them.
  expect(documents).toBe(scripts ? 0 : 2 * evening.length);
  const rows = await stage.app.db.selectFrom("picks").selectAll().orderBy("id", "desc").limit(8).execute();
  expect(rows.toReversed()).toMatchObject(
    evening.map(({ game, pick }) => ({ game, pick, sport: "NBA", tag: "SIM CERTIFIED", odds: -110, time: "7:30 PM" })),
  );
});
