import type { Page } from "playwright";
import { describe, expect, test } from "vitest";
import { phone, seesNoProblem } from "../../support/pages/browser.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { field, go, said, see, useStage, visits } from "../../support/app/stage.ts";
import { codeOf, forgetLastCode, setUpPath, turnOn, wrongCode } from "../../support/two-factor.ts";

const stage = useStage();

async function newStaff() {
  const { email } = await createUser(stage.app.db, { role: "admin" });
  const client = stage.app.client();
  await client.signIn(email);
  return { email, client };
}

async function givePassword(page: Page, email: string): Promise<void> {
  await go(page, "/admin-login");
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(testPassword);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/login-code");
}

describe.each(visits)("$mode", ({ scripts, viewport }) => {
  test("from the profile to the codes, out, in with a code, out, in with a recovery code, and off again", async () => {
    const { email, client } = await newStaff();
    const page = await stage.open("/profile", { scripts, viewport, as: client });
    await page.getByRole("link", { name: "Set it up two-factor sign-in" }).click();
    await page.getByRole("button", { name: "Set it up" }).click();
    await see(page.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
    const secret = (await page.locator("code").textContent()) ?? "";
    const prove = async (name: string, password: string, code: string) => {
      const form = page.getByRole("form", { name });
      await form.getByLabel("Current Password").fill(password);
      await form.getByLabel("Code", { exact: true }).fill(code);
      await form.getByRole("button").click();
    };
    await prove("2. Turn it on", "wrong-horse-9", codeOf(secret));
    await see(page.getByRole("main").getByText("Current password is incorrect.")).toBeVisible();
    await prove("2. Turn it on", testPassword, wrongCode(secret));
    await see(page.getByRole("main").getByText("The code is wrong. Check your phone's clock.")).toBeVisible();
    expect((await page.locator("code").textContent()) ?? "").toBe(secret);
    await prove("2. Turn it on", testPassword, codeOf(secret));
    await see(page.getByRole("main").getByText("Two-factor sign-in is on.")).toBeVisible();
    const [first = "", second = "", ...others] = ((await page.locator("pre").textContent()) ?? "").split("\n");
    expect(others).toHaveLength(8);
    expect(await page.getByRole("button", { name: "Print" }).isVisible()).toBe(scripts);
    await page.getByRole("link", { name: "I have kept them" }).click();
    await see(page.getByText("On: the sign-in asks for a code from your phone.")).toBeVisible();

    await page.context().clearCookies();
    await forgetLastCode(stage.app);
    await givePassword(page, email);
    await field(page, "Code").fill(wrongCode(secret));
    await page.getByRole("button", { name: "Continue" }).click();
    await see(page.getByRole("main").getByText("The code is wrong. Check your phone's clock.")).toBeVisible();
    await field(page, "Code").fill(codeOf(secret));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/admin");
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Admin Dashboard");

    await page.context().clearCookies();
    await givePassword(page, email);
    await page.getByText("No phone at hand?").click();
    await field(page, "Recovery code").fill(first.toLowerCase());
    await page.getByRole("button", { name: "Use recovery code" }).click();
    await page.waitForURL("**/admin");

    await go(page, setUpPath);
    await see(page.getByText("9 of 10 recovery codes are left.")).toBeVisible();
    await prove("Turn it off", testPassword, second);
    await see(page.getByRole("main").getByText("Two-factor sign-in is off.")).toBeVisible();
  });

  test("a recovery code that was used is refused where it was typed", async () => {
    const { email, client } = await newStaff();
    await turnOn(client);
    const page = await stage.enter({ scripts });
    await givePassword(page, email);
    await page.getByText("No phone at hand?").click();
    await field(page, "Recovery code").fill("ABCD-EFGH-JKMN-PQRS");
    await page.getByRole("button", { name: "Use recovery code" }).click();
    await see(page.getByRole("main").getByText("The recovery code is wrong or has already been used.")).toBeVisible();
    await see(field(page, "Recovery code")).toHaveAttribute("aria-invalid", "true");
  });

  test("a superadmin resets a colleague's after a question", async () => {
    const [{ client }, owner] = [await newStaff(), await stage.app.signedIn("superadmin")];
    await turnOn(client);
    const { user_id } = await stage.app.db.selectFrom("two_factors").select("user_id").orderBy("user_id", "desc").executeTakeFirstOrThrow();
    const page = await stage.open(`/admin/users/${user_id}`, { scripts, as: owner });
    await page.getByRole("link", { name: "Reset two-factor" }).click();
    await see(page.getByRole("alertdialog")).toContainText("Reset two-factor sign-in?");
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await see(page.getByRole("main").getByText("Two-factor sign-in reset.")).toBeVisible();
    expect((await client.get("/admin")).status).toBe(302);
  });
});

test("with scripts the keyboard and the page go on at what became of each step, on a phone too", async () => {
  const { client } = await newStaff();
  const page = await stage.open(setUpPath, { scripts: true, viewport: phone, as: client });
  await page.getByRole("button", { name: "Set it up" }).press("Enter");
  await see(page.getByRole("heading", { level: 1 })).toBeFocused();
  const secret = (await page.locator("code").textContent()) ?? "";
  const prove = async (name: string, code: string) => {
    const form = page.getByRole("form", { name });
    await form.getByLabel("Current Password").fill(testPassword);
    await form.getByLabel("Code", { exact: true }).fill(code);
    await form.getByRole("button").press("Enter");
  };
  const goesOnAt = async (text: string) => {
    await see(said(page, text)).toBeFocused();
    await see(said(page, text)).toBeInViewport({ ratio: 1 });
  };
  await prove("2. Turn it on", codeOf(secret));
  await goesOnAt("Two-factor sign-in is on.");
  const [first = "", second = ""] = ((await page.locator("pre").textContent()) ?? "").split("\n");
  await go(page, setUpPath);
  await prove("New recovery codes", first);
  await see(page.locator("pre")).not.toContainText(second);
  await goesOnAt("The old codes stopped working.");
  const [fresh = ""] = ((await page.locator("pre").textContent()) ?? "").split("\n");
  await go(page, setUpPath);
  await prove("Turn it off", fresh);
  await goesOnAt("Two-factor sign-in is off.");
});

test("with scripts the codes are copied as a list", async () => {
  const { client } = await newStaff();
  await client.post(setUpPath, { step: "begin" });
  const page = await stage.open(setUpPath, { scripts: true, as: client });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await field(page, "Current Password").fill(testPassword);
  await field(page, "Code").fill(codeOf((await page.locator("code").textContent()) ?? ""));
  await page.getByRole("button", { name: "Turn On" }).click();
  await page.getByRole("button", { name: "Copy" }).click();
  await see(page.getByText("Copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await page.locator("pre").textContent());
});

describe.each(["dark", "light"] as const)("in the %s theme", (theme) => {
  test("each of its pages is accessible, with errors too", async () => {
    const { email, client } = await newStaff();
    await client.post("/settings", { display_mode: theme });
    const page = await stage.open(setUpPath, { scripts: true, as: client });
    await seesNoProblem(page);
    await page.getByRole("button", { name: "Set it up" }).click();
    await see(page.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
    await seesNoProblem(page);
    const secret = (await page.locator("code").textContent()) ?? "";
    await field(page, "Current Password").fill(testPassword);
    await field(page, "Code").fill(wrongCode(secret));
    await page.getByRole("button", { name: "Turn On" }).click();
    await see(page.getByRole("main").getByText("Nothing was changed")).toBeVisible();
    await seesNoProblem(page);
    await field(page, "Current Password").fill(testPassword);
    await field(page, "Code").fill(codeOf(secret));
    await page.getByRole("button", { name: "Turn On" }).click();
    await see(page.getByText("Your recovery codes")).toBeVisible();
    await seesNoProblem(page);
    await go(page, setUpPath);
    await seesNoProblem(page);
    // The cookie of the theme stays, as it does when somebody signs out.
    await page.context().clearCookies({ name: "session" });
    await givePassword(page, email);
    await see(page.locator("html")).toHaveAttribute("data-theme", theme);
    await page.getByText("No phone at hand?").click();
    await field(page, "Recovery code").fill("ABCD-EFGH-JKMN-PQRS");
    await page.getByRole("button", { name: "Use recovery code" }).click();
    await see(page.getByRole("main").getByText("Login failed")).toBeVisible();
    await seesNoProblem(page);
  });
});
