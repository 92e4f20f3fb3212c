import { expect, test } from "vitest";
import { accessibilityProblems, scrollsSideways } from "../../support/pages/browser.ts";
import { createUser } from "../../support/database/factories.ts";
import { pathOf, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();
let count = 0;
let path: string;
let userId: number;

async function newLink(): Promise<void> {
  const { db } = stage.app;
  userId = (await createUser(db)).id;
  count += 1;
  const token = `link-${count}-`.padEnd(43, "x");
  await db.insertInto("unsubscribe_tokens").values({ user_id: userId, token }).execute();
  path = `/unsubscribe/${token}`;
}

test.each(visits)("one click unsubscribes, $mode", async ({ scripts, viewport }) => {
  await newLink();
  const page = await stage.open(path, { scripts, viewport });
  expect(scripts ? await accessibilityProblems(page) : []).toEqual([]);
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await see(page.getByRole("heading", { name: "You're unsubscribed" })).toBeVisible();
  await see(page.getByRole("button", { name: "Unsubscribe" })).toHaveCount(0);
  expect([pathOf(page), await scrollsSideways(page), scripts ? await accessibilityProblems(page) : []]).toEqual([
    path,
    false,
    [],
  ]);
  expect(
    await stage.app.db.selectFrom("users").select("email_notifications").where("id", "=", userId).executeTakeFirst(),
  ).toEqual({ email_notifications: 0 });
});

test("a signed-in user gets a link to the settings, where emails can be turned on again", async () => {
  const member = await stage.app.signedIn("user");
  await newLink();
  const page = await stage.open(path, { scripts: true, as: member });
  await page.getByRole("main").getByRole("link", { name: "Settings", exact: true }).click();
  await see(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();
  await see(page.getByLabel("Email Notifications")).toBeVisible();
});
