/** The form says in words what the server reads in its texts. */
import { describe, expect, test } from "vitest";
import { pass } from "../../support/clock.ts";
import { futureDate } from "../../support/database/factories.ts";
import { fillPick, readingIn } from "../../support/pages/pick-form.ts";
import { field, modes, publish, statusMessage, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const texts = {
  Game: "Los Angeles Lakers @ Boston Celtics",
  Pick: "Celtics -3.5",
  Price: "-110",
  "Unit size": "1.5",
} as const;
const reading = "Spread, Boston Celtics -3.5 at -110: risks 1.5u to win 1.36u.";
const stored = { game: texts.Game, pick: texts.Pick, odds: texts.Price, unit_size: texts["Unit size"] } as const;

describe.each([
  ["/admin/picks", "admin"],
  ["/admin/propicks", "propicksmanager"],
] as const)("the form at %s", (manager, role) => {
  const stream = manager === "/admin/picks" ? "picks" : "propicks";

  test("shows its reading after a pause in typing, with a single request", async () => {
    const as = await stage.app.signedIn(role);
    const page = await stage.open(manager, { scripts: true, as, stoppedClock: true });
    const requested: string[] = [];
    page.on("request", (request) => request.url().includes("/reading?") && requested.push(request.url()));
    for (const [label, text] of Object.entries(texts)) await field(page, label).pressSequentially(text);
    await pass(page, 400);
    expect(requested).toEqual([]);
    await see(readingIn(page)).toHaveText("");
    await pass(page, 200);
    await see(readingIn(page)).toHaveText(reading);
    expect(requested.map((url) => new URL(url).pathname)).toEqual([`/api/${stream}/reading`]);
  });
});

describe("the form of regular picks", () => {
  const open = async () => stage.open("/admin/picks", { scripts: true, as: await stage.app.signedIn("admin") });

  test("changes its reading with each text", async () => {
    const page = await open();
    await fillPick(page, texts);
    await see(readingIn(page)).toHaveText(reading);
    await field(page, "Pick").fill("Lakers ML");
    await field(page, "Price").fill("+135");
    await see(readingIn(page)).toHaveText("Moneyline, Los Angeles Lakers at +135: risks 1.5u to win 2.03u.");
    await field(page, "Unit size").fill("2");
    await see(readingIn(page)).toHaveText("Moneyline, Los Angeles Lakers at +135: risks 2u to win 2.7u.");
    await field(page, "Pick").fill("Over 220.5");
    await see(readingIn(page)).toHaveText("Total, over 220.5 at +135: risks 2u to win 2.7u.");
    await field(page, "Game date").fill("12/15/2026");
    await field(page, "Time").fill("7:30 PM");
    await see(readingIn(page)).toHaveText(
      "Total, over 220.5 at +135: risks 2u to win 2.7u. Starts 12/15/2026, 7:30 PM EST.",
    );
    await field(page, "Time").fill("after dinner");
    await see(readingIn(page)).toContainText("The start could not be read.");
    await field(page, "Pick").fill("Somebody scores first");
    await see(readingIn(page)).toContainText("The bet could not be read. It will be graded by hand.");
  });

  test("keeps the last reading while a field is half typed", async () => {
    const page = await open();
    await fillPick(page, texts);
    await see(readingIn(page)).toHaveText(reading);
    const answered = page.waitForResponse((response) => response.url().includes("odds=-1&"));
    await field(page, "Price").fill("-1");
    expect((await answered).status()).toBe(400);
    await see(readingIn(page)).toHaveText(reading);
    await field(page, "Price").fill("-105");
    await see(readingIn(page)).toHaveText("Spread, Boston Celtics -3.5 at -105: risks 1.5u to win 1.43u.");
  });

  test("removes its reading after publishing, where the message says it once more", async () => {
    const page = await open();
    await fillPick(page, { ...texts, "Game date": futureDate(3), Time: "7:30 PM" });
    await see(readingIn(page)).toContainText(reading);
    await page.getByRole("button", { name: "Add Pick" }).click();
    await see(statusMessage(page, `Celtics -3.5. ${reading} Starts ${futureDate(3)}, 7:30 PM`)).toBeVisible();
    await see(readingIn(page)).toHaveText("");
  });

  test("shows the stored reading at once when a pick is edited, and none after Cancel", async () => {
    const as = await stage.app.signedIn("admin");
    const id = await publish(as, { ...stored, game_date: "", time: "" });
    const page = await stage.open("/admin/picks", { scripts: true, as });
    const requested: string[] = [];
    page.on("request", (request) => request.url().includes("/reading?") && requested.push(request.url()));
    await page.locator(`a[href="/admin/picks/${id}"]`).click();
    await see(readingIn(page)).toHaveText(reading);
    await page.getByRole("link", { name: "Cancel" }).click();
    await see(readingIn(page)).toHaveText("");
    expect(requested).toEqual([]);
  });
});

test.each(modes)("$mode an edited pick's document holds its reading", async ({ scripts }) => {
  const as = await stage.app.signedIn("admin");
  const id = await publish(as, { ...stored, game_date: "", time: "" });
  await see(readingIn(await stage.open(`/admin/picks/${id}`, { scripts, as }))).toHaveText(reading);
});
