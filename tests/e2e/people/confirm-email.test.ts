import { expect, test } from "vitest";
import { accessibilityProblems, scrollsSideways } from "../../support/pages/browser.ts";
import type { Client } from "../../support/app/app.ts";
import { createConfirmation, createUser } from "../../support/database/factories.ts";
import { pathOf, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();
let count = 0;

async function unconfirmedUser(): Promise<{ id: number; path: string; client: Client }> {
  const user = await createUser(stage.app.db, { email_confirmed_at: null });
  count += 1;
  const token = `link-${count}-`.padEnd(43, "x");
  await createConfirmation(stage.app.db, { token, user });
  const client = stage.app.client();
  await client.signIn(user.email);
  return { id: user.id, path: `/confirm-email/${token}`, client };
}

test.each(visits)("one click confirms the email, $mode", async ({ scripts, viewport }) => {
  const { id, path } = await unconfirmedUser();
  const page = await stage.open(path, { scripts, viewport });
  expect(scripts ? await accessibilityProblems(page) : []).toEqual([]);
  await page.getByRole("button", { name: "Confirm my email" }).click();
  await see(page.getByRole("heading", { name: "Your email is confirmed" })).toBeVisible();
  await see(page.getByRole("button", { name: "Confirm my email" })).toHaveCount(0);
  expect([pathOf(page), await scrollsSideways(page), scripts ? await accessibilityProblems(page) : []]).toEqual([
    path,
    false,
    [],
  ]);
  expect(
    (await stage.app.db.selectFrom("users").select("email_confirmed_at").where("id", "=", id).executeTakeFirst())
      ?.email_confirmed_at,
  ).not.toBeNull();
});

test.each(visits)(
  "the profile sends the link again and confirms it in its own panel, $mode",
  async ({ scripts, viewport }) => {
    const { client } = await unconfirmedUser();
    const page = await stage.open("/profile", { scripts, viewport, as: client });
    const panel = page.getByRole("region", { name: "Confirm your email" });
    expect([await scrollsSideways(page), scripts ? await accessibilityProblems(page) : []]).toEqual([false, []]);
    await panel.getByRole("button", { name: "Send the email again" }).click();
    await see(panel.getByText("The email is on its way.")).toBeVisible();
    expect(pathOf(page)).toBe("/profile");
  },
);
