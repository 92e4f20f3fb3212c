import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { scrollsSideways } from "../../support/pages/browser.ts";
import { pass } from "../../support/clock.ts";
import { createUser } from "../../support/database/factories.ts";
import { mailedCode } from "../../support/mailbox.ts";
import { field, pathOf, pressAndRead, statusMessage, see, useStage, visits } from "../../support/app/stage.ts";

const newPassword = "line-shopping-2026";
const stage = useStage();

// All tests share one address, and rate limits count by address.
beforeEach(() => stage.app.db.deleteFrom("throttles").execute());

const buttonNamed = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const press = (page: Page, name: string) => buttonNamed(page, name).click();

const codeFor = (userId: number) => mailedCode(stage.app, userId);

function wrongCodeFor(code: string): string {
  return String((Number(code) + 1) % 100_000_000).padStart(8, "0");
}

async function requestCode(page: Page, email: string): Promise<void> {
  await field(page, "Email").fill(email);
  await press(page, "Send OTP");
}

describe.each(visits)("the password reset $mode", ({ scripts, viewport }) => {
  test("resets a forgotten password, starting and ending at the login", async () => {
    const person = await createUser(stage.app.db);
    const page = await stage.open("/login", { scripts, viewport });
    await page.getByRole("link", { name: "Forgot Password?" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Forgot Password");
    expect(await scrollsSideways(page)).toBe(false);
    await field(page, "Email").fill(person.email);
    await pressAndRead(page, buttonNamed(page, "Send OTP"), {
      message: "OTP sent! Check your email.",
      redirectsTo: "/verify-otp",
    });
    expect(pathOf(page)).toBe("/verify-otp");
    await see(page.getByText(person.email)).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);
    if (!scripts) await expectToResend(page, person.email);

    const code = await codeFor(person.id);
    await field(page, "OTP").fill(wrongCodeFor(code));
    await field(page, "New Password").fill(newPassword);
    await press(page, "Reset Password");
    await see(page.getByRole("alert")).toHaveText("The code is wrong or has expired.");
    if (scripts) await see(field(page, "OTP")).toBeFocused();
    // The code has blanks, as in the mail.
    await field(page, "OTP").fill(` ${code.slice(0, 4)} ${code.slice(4)}`);
    await field(page, "New Password").fill(newPassword);
    await pressAndRead(page, buttonNamed(page, "Reset Password"), {
      message: "Password reset successfully! Redirecting...",
      redirectsTo: "/",
    });
    await statusMessage(page, "Your password has been changed.").getByRole("link", { name: "Login" }).click();
    await see(field(page, "Email")).toHaveValue(person.email);
    await field(page, "Password").fill(newPassword);
    await press(page, "Login");
    await page.waitForURL((url) => url.pathname === "/dashboard");
  });
});

/** Resend OTP is enabled at once, and the server answers how long to wait. */
async function expectToResend(page: Page, email: string): Promise<void> {
  await press(page, "Resend OTP");
  await see(page.getByRole("alert")).toHaveText(/^Too many attempts\. Please try again in \d+ seconds\.$/);
  await see(field(page, "Email")).toHaveValue(email);
  await stage.app.db.deleteFrom("throttles").execute();
  await pressAndRead(page, buttonNamed(page, "Send OTP"), {
    message: "OTP sent! Check your email.",
    redirectsTo: "/verify-otp",
  });
}

describe("the code page with scripts", () => {
  test("links from the code page back to the start when no code was requested", async () => {
    const page = await stage.open("/verify-otp", { scripts: true });
    await see(page.getByRole("alert")).toHaveText("Missing email context. Please retry.");
    await page.locator("main").getByRole("link").click();
    await page.waitForURL((url) => url.pathname === "/forgot-password");
  });
});

describe("the password reset with scripts", () => {
  const withClock = (path: string) => stage.open(path, { scripts: true, stoppedClock: true });

  async function openCodePage(email: string): Promise<Page> {
    const page = await withClock("/forgot-password");
    await requestCode(page, email);
    await see(statusMessage(page, "OTP sent!")).toBeVisible();
    await pass(page, 1000);
    await page.waitForURL((url) => url.pathname === "/verify-otp");
    return page;
  }

  test("after a failure the button counts down thirty seconds, then Resend OTP appears", async () => {
    const page = await withClock("/forgot-password");
    await page.route("**/forgot-password?**", (route) => route.abort());
    await requestCode(page, "somebody@example.test");
    await see(page.getByRole("alert")).toHaveText("Failed to send OTP");
    await see(field(page, "Email")).toHaveValue("somebody@example.test");
    const waiting = page.getByRole("button", { name: /^Wait/ });
    await see(waiting).toHaveText("Wait 30s");
    await see(waiting).toBeDisabled();
    await pass(page, 12_000);
    await see(waiting).toHaveText("Wait 18s");
    await see(page.getByText("Resend OTP")).toHaveCount(0);
    await pass(page, 18_000);
    await see(page.getByRole("button", { name: "Send OTP", exact: true })).toBeEnabled();
    await page.unroute("**/forgot-password?**");
    await press(page, "Resend OTP");
    await see(statusMessage(page, "OTP sent! Check your email.")).toBeVisible();
    await see(waiting).toHaveText("Wait 30s");
    await pass(page, 900);
    expect(pathOf(page)).toBe("/forgot-password");
    await pass(page, 100);
    await page.waitForURL((url) => url.pathname === "/verify-otp");
  });

  test("while a code is being sent, the button shows Sending... and is disabled", async () => {
    const page = await withClock("/forgot-password");
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/forgot-password\?|request-otp/, async (route) => {
      await released;
      await route.continue();
    });
    await requestCode(page, `held${Date.now()}@example.test`);
    await see(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
    release();
    await see(statusMessage(page, "OTP sent!")).toBeVisible();
    await page.unroute(/forgot-password\?|request-otp/);
  });

  test("the code page allows a resend after thirty seconds and keeps the typed password", async () => {
    const person = await createUser(stage.app.db);
    const page = await openCodePage(person.email);
    const waiting = page.getByRole("button", { name: /^Wait/ });
    await see(waiting).toBeDisabled();
    await field(page, "New Password").fill(newPassword);
    await pass(page, 30_000);
    const first = await codeFor(person.id);

    await page.route("**/api/request-otp", (route) => route.abort());
    await press(page, "Resend OTP");
    await see(page.getByRole("alert")).toHaveText("Failed to resend OTP");
    await see(waiting).toHaveText("Wait 30s");
    await page.unroute("**/api/request-otp");
    await pass(page, 30_000);
    await press(page, "Resend OTP");
    await see(page.getByRole("alert")).toHaveText(/^Too many attempts\. Please try again in \d+ seconds\.$/);
    await stage.app.db.deleteFrom("throttles").execute();
    await pass(page, 30_000);
    await press(page, "Resend OTP");
    await see(statusMessage(page, "OTP sent! Check your email.")).toBeVisible();
    await see(field(page, "New Password")).toHaveValue(newPassword);
    const rows = await stage.app.db.selectFrom("outbox").select("id").where("user_id", "=", person.id).execute();
    expect(rows).toHaveLength(2);
    expect(first).toMatch(/^\d{8}$/);
  });

  test("a reload of the code page goes on counting down the real wait", async () => {
    const page = await openCodePage((await createUser(stage.app.db)).email);
    const waiting = page.getByRole("button", { name: /^Wait (29|30)s$/ });
    await see(waiting).toBeDisabled();
    const twentyAgo = { blocked_until: new Date(Date.now() + 10_000).toISOString() };
    await stage.app.db.updateTable("throttles").where("blocked_until", "is not", null).set(twentyAgo).execute();
    await page.reload();
    await see(page.getByRole("button", { name: /^Wait (9|10)s$/ })).toBeDisabled();
  });

  test("the result of a resend replaces an earlier error and gets the focus", async () => {
    const person = await createUser(stage.app.db);
    const page = await openCodePage(person.email);
    const wrong = wrongCodeFor(await codeFor(person.id));
    const submitWrongCode = async () => {
      await field(page, "OTP").fill(wrong);
      await field(page, "New Password").fill(newPassword);
      await press(page, "Reset Password");
      await see(page.getByRole("alert")).toHaveText("The code is wrong or has expired.");
    };
    await submitWrongCode();
    await stage.app.db.deleteFrom("throttles").execute();
    await pass(page, 30_000);
    await buttonNamed(page, "Resend OTP").press("Enter");
    await see(statusMessage(page, "OTP sent! Check your email.")).toBeFocused();
    await see(page.getByRole("alert")).toHaveCount(0);
    await see(field(page, "OTP")).not.toHaveAttribute("aria-invalid");
    await submitWrongCode();
    await see(statusMessage(page, "OTP sent!")).toHaveCount(0);
    await see(field(page, "OTP")).toBeFocused();
  });

  test("a lost network shows an error on the page and keeps the input", async () => {
    const person = await createUser(stage.app.db);
    const page = await stage.open("/forgot-password", { scripts: true });
    await requestCode(page, person.email);
    await page.waitForURL((url) => url.pathname === "/verify-otp");
    await field(page, "OTP").fill(await codeFor(person.id));
    await field(page, "New Password").fill(newPassword);
    await page.route("**/verify-otp?**", (route) => route.abort());
    await press(page, "Reset Password");
    await see(page.getByRole("alert")).toHaveText("OTP verification failed");
    await page.unroute("**/verify-otp?**");
    await pressAndRead(page, buttonNamed(page, "Reset Password"), {
      message: "Password reset successfully!",
      redirectsTo: "/",
    });
    await see(statusMessage(page, "Your password has been changed.")).toBeVisible();
  });
});
