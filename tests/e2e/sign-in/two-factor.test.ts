import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { expectAccessibleInBothThemes, phone } from "../../support/pages/browser.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { field, go, statusMessage, see, useStage, visits } from "../../support/app/stage.ts";
import { totpCodeOf, forgetLastCode, setUpPath, turnOn, wrongCode } from "../../support/two-factor.ts";

const stage = useStage();

async function newStaff() {
  const { email } = await createUser(stage.app.db, { role: "admin" });
  const client = stage.app.client();
  await client.signIn(email);
  return { email, client };
}

async function submitPassword(page: Page, email: string): Promise<void> {
  await go(page, "/admin-login");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(testPassword);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/login-code");
}

describe.each(visits)("two-factor sign-in $mode", ({ scripts, viewport }) => {
  test("is set up, used with a code and with a recovery code, and turned off again", async () => {
    const { email, client } = await newStaff();
    // The pages look the same without scripts.
    const expectAccessibleHere = () => (scripts ? expectAccessibleInBothThemes(page) : undefined);
    const page = await stage.open("/profile", { scripts, viewport, as: client });
    await page.getByRole("link", { name: "Set it up two-factor sign-in" }).click();
    await see(page.getByRole("button", { name: "Set it up" })).toBeVisible();
    await expectAccessibleHere();
    await page.getByRole("button", { name: "Set it up" }).click();
    await see(page.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
    await expectAccessibleHere();
    const secret = (await page.locator("code").textContent()) ?? "";
    const submitProof = async (name: string, password: string, code: string) => {
      const form = page.getByRole("form", { name });
      await form.getByLabel("Current Password").fill(password);
      await form.getByLabel("Code", { exact: true }).fill(code);
      await form.getByRole("button").last().click();
    };
    await submitProof("2. Turn it on", "wrong-horse-9", totpCodeOf(secret));
    await see(page.getByRole("main").getByText("Current password is incorrect.")).toBeVisible();
    await submitProof("2. Turn it on", testPassword, wrongCode(secret));
    await see(page.getByRole("main").getByText("The code is wrong. Check your phone's clock.")).toBeVisible();
    await expectAccessibleHere();
    expect((await page.locator("code").textContent()) ?? "").toBe(secret);
    await submitProof("2. Turn it on", testPassword, totpCodeOf(secret));
    await see(page.getByRole("main").getByText("Two-factor sign-in is on.")).toBeVisible();
    const [first = "", second = "", ...others] = ((await page.locator("pre").textContent()) ?? "").split("\n");
    expect(others).toHaveLength(8);
    await expectAccessibleHere();
    expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(scripts);
    await page.getByRole("link", { name: "I saved them" }).click();
    await see(page.getByText("On. Signing in needs a code from your phone.")).toBeVisible();

    await page.context().clearCookies();
    await forgetLastCode(stage.app);
    await submitPassword(page, email);
    await field(page, "Code").fill(wrongCode(secret));
    await page.getByRole("button", { name: "Continue" }).click();
    await see(page.getByRole("main").getByText("The code is wrong. Check your phone's clock.")).toBeVisible();
    await field(page, "Code").fill(totpCodeOf(secret));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/admin");
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Picks Manager");

    await page.context().clearCookies();
    await submitPassword(page, email);
    await page.getByText("Don't have your phone?").click();
    await field(page, "Recovery code").fill("ABCD-EFGH-JKMN-PQRS");
    await page.getByRole("button", { name: "Use recovery code" }).click();
    await see(page.getByRole("main").getByText("The recovery code is wrong or has already been used.")).toBeVisible();
    if (scripts) await see(field(page, "Recovery code")).toHaveAttribute("aria-invalid", "true");
    await expectAccessibleHere();
    await field(page, "Recovery code").fill(first.toLowerCase());
    await page.getByRole("button", { name: "Use recovery code" }).click();
    await page.waitForURL("**/admin");

    await go(page, setUpPath);
    await see(page.getByText("9 of 10 recovery codes are left.")).toBeVisible();
    await expectAccessibleHere();
    await submitProof("Turn it off", testPassword, second);
    await see(page.getByRole("main").getByText("Two-factor sign-in is off.")).toBeVisible();
  });
});

describe("two-factor sign-in with scripts", () => {
  test("is reset for another user by a superadmin, after a confirmation", async () => {
    const [{ client }, owner] = [await newStaff(), await stage.app.signedIn("superadmin")];
    await turnOn(client);
    const { user_id } = await stage.app.db
      .selectFrom("two_factors")
      .select("user_id")
      .orderBy("user_id", "desc")
      .executeTakeFirstOrThrow();
    const page = await stage.open(`/admin/users/${user_id}`, { scripts: true, as: owner });
    await page.getByRole("link", { name: "Reset two-factor" }).click();
    await see(page.getByRole("alertdialog")).toContainText("Reset two-factor sign-in?");
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await see(page.getByRole("main").getByText("Two-factor sign-in reset.")).toBeVisible();
    expect((await client.get("/admin")).status).toBe(302);
  });
});

test("with scripts, each two-factor step moves focus and scroll to its result, on a phone", async () => {
  const { client } = await newStaff();
  const page = await stage.open(setUpPath, { scripts: true, viewport: phone, as: client });
  await page.getByRole("button", { name: "Set it up" }).press("Enter");
  await see(page.getByRole("heading", { level: 1 })).toBeFocused();
  const secret = (await page.locator("code").textContent()) ?? "";
  const submitProof = async (name: string, code: string) => {
    const form = page.getByRole("form", { name });
    await form.getByLabel("Current Password").fill(testPassword);
    await form.getByLabel("Code", { exact: true }).fill(code);
    await form.getByRole("button").last().press("Enter");
  };
  const expectFocusOnMessage = async (text: string) => {
    await see(statusMessage(page, text)).toBeFocused();
    await see(statusMessage(page, text)).toBeInViewport({ ratio: 1 });
  };
  await submitProof("2. Turn it on", totpCodeOf(secret));
  await expectFocusOnMessage("Two-factor sign-in is on.");
  const [first = "", second = ""] = ((await page.locator("pre").textContent()) ?? "").split("\n");
  await go(page, setUpPath);
  await submitProof("New recovery codes", first);
  await see(page.locator("pre")).not.toContainText(second);
  await expectFocusOnMessage("Your old codes no longer work.");
  const [newCode = ""] = ((await page.locator("pre").textContent()) ?? "").split("\n");
  await go(page, setUpPath);
  await submitProof("Turn it off", newCode);
  await expectFocusOnMessage("Two-factor sign-in is off.");
});

test("with scripts, Copy puts the recovery codes on the clipboard as a list", async () => {
  const { client } = await newStaff();
  await client.post(setUpPath, { step: "begin" });
  const page = await stage.open(setUpPath, { scripts: true, as: client });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await field(page, "Current Password").fill(testPassword);
  await field(page, "Code").fill(totpCodeOf((await page.locator("code").textContent()) ?? ""));
  await page.getByRole("button", { name: "Turn On" }).click();
  await page.getByRole("button", { name: "Copy" }).click();
  await see(page.getByText("Copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await page.locator("pre").textContent());
});
