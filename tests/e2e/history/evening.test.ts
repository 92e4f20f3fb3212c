/**
 * The evening that turned -185 units into -105: a winner backdated, a settled pick rewritten, a loser deleted. Pick History
 * follows its tables; the record and a visitor's own check tell what happened.
 */
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { see, publish, useStage, visits } from "../../support/app/stage.ts";
import { futureDate } from "../../support/database/factories.ts";

const stage = useStage();
const price = { pick: "Knicks +2.5 (-110)", game_date: futureDate(1) };
let staff: Client;

async function lost(unit_size: number): Promise<number> {
  const id = await publish(staff, { ...price, unit_size, game: `Team ${unit_size} @ New York Knicks` });
  expect((await staff.call("PUT", `/api/picks/${id}`, { verdict: "loss" })).status).toBe(200);
  return id;
}

async function unitsOf(): Promise<{ record: number; history: number }> {
  const [record, history] = await Promise.all([
    (await stage.app.client().call("GET", "/api/record")).json(),
    (await staff.call("GET", "/api/picks/record")).json(),
  ]);
  return { record: record.units_won, history: history.units_won };
}

let rewritten = 0;

beforeAll(async () => {
  staff = await stage.app.signedIn("superadmin");
  await lost(60);
  await lost(50);
  rewritten = await lost(45);
  const deleted = await lost(30);
  expect(await unitsOf()).toEqual({ record: -185, history: -185 });

  const late = await publish(staff, { pick: "Knicks ML (+100)", unit_size: 20, game_date: futureDate(-2) });
  await staff.call("PUT", `/api/picks/${late}`, { verdict: "win" });
  const change = { unit_size: 15, reason: "The stake was mistyped." };
  expect((await staff.call("PUT", `/api/picks/${rewritten}`, change)).status).toBe(200);
  const why = { reason: "It was a mistake." };
  expect((await staff.call("DELETE", `/api/picks/${deleted}`, why)).status).toBe(200);
});

test("changes Pick History, and nothing of the record's figures", async () => {
  expect(await unitsOf()).toEqual({ record: -185, history: -105 });
});

test.each(visits)("a visitor sees it in words $mode", async ({ scripts, viewport }) => {
  const page = await stage.open("/record", { scripts, viewport });
  const main = page.getByRole("main");
  await see(main).toContainText("0–4–0");
  await see(main).toContainText("-185.00");
  const rowOf = (text: string) =>
    page.getByRole("region", { name: "Revealed picks table" }).locator("tbody tr").filter({ hasText: text });
  await see(rowOf("ML (+100)")).toContainText("published after the start");
  await see(rowOf("Team 30 @")).toContainText("Withdrawn");
  await see(rowOf("Team 30 @")).toContainText("-30.00");
  await see(rowOf("Team 45 @")).toContainText("-45.00");
  await see(rowOf("Team 45 @")).toContainText("Corrected after the start");
  await rowOf("Team 45 @").getByRole("link").click();
  await see(page.getByText("“The stake was mistyped.”")).toBeVisible();
  await see(main).toContainText("-45.00");
});

test("and their own browser counts it", async () => {
  const page = await stage.open("/record/verify", { scripts: true });
  await page.getByRole("button", { name: "Check everything" }).click();
  await see(page.getByRole("heading", { name: "Intact" })).toBeVisible();
  await page.getByText("Details", { exact: true }).click();
  const counts = page.getByRole("listitem");
  const late = counts.filter({ hasText: "Published late" });
  await see(late).toContainText("1");
  await see(counts.filter({ hasText: "Corrected after the start" })).toContainText("1");
  // Each count opens to its picks.
  await late.getByText("Published late").click();
  await late.getByRole("link", { name: /^Entry \d+$/ }).click();
  await see(page.getByRole("main")).toContainText("Not counted: published after the start");
});
