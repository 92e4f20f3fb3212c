import { describe, expect, test } from "vitest";
import { expectAccessibleInBothThemes, phone } from "../../support/pages/browser.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { modes, pathOf, see, useStage } from "../../support/app/stage.ts";

const { app, open } = useStage();

async function signedInMember() {
  const { email } = await createUser(app.db);
  const client = app.client();
  await client.signIn(email);
  return client;
}

describe.each(modes)("closing one's account $mode", ({ scripts }) => {
  test("a member closes it, and changes their mind", async () => {
    const page = await open("/profile", { scripts, as: await signedInMember(), viewport: phone });
    await page.getByRole("link", { name: "Close my account" }).click();
    await see(page.getByRole("heading", { name: "What happens" })).toBeVisible();
    const close = page.getByRole("button", { name: "Close my account" });
    await page.getByLabel("Current Password").fill("wrong-horse-9");
    await close.click();
    await see(page.getByText("Current password is incorrect.").first()).toBeVisible();
    await page.getByLabel("Current Password").fill(testPassword);
    await close.click();
    const closed = page.getByRole("region", { name: /^Your account will be deleted on/ });
    await see(closed).toBeVisible();
    expect(pathOf(page)).toBe("/profile");
    if (scripts) {
      await expectAccessibleInBothThemes(page);
      await page.goto("/profile/close");
      await expectAccessibleInBothThemes(page);
      await page.goto("/profile");
    }
    await closed.getByRole("button", { name: "Keep my account" }).click();
    await see(page.getByRole("status").filter({ hasText: "Your account won't be deleted." })).toBeVisible();
    await see(closed).toBeHidden();
  });
});
