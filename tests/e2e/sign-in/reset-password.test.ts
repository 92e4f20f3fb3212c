import type { Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { accessibilityProblems, desktop, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { pass, stopClock } from "../../support/clock.ts";
import { createUser } from "../../support/database/factories.ts";
import { mailedCode } from "../../support/mailbox.ts";
import { field, go, pathOf, pressAndRead, said, see, useStage, visits } from "../../support/app/stage.ts";

const fresh = "line-shopping-2026";
const stage = useStage();

// All of them come from one address.
beforeEach(() => stage.app.db.deleteFrom("throttles").execute());

const named = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const press = (page: Page, name: string) => named(page, name).click();

const mailed = (userId: number) => mailedCode(stage.app, userId);

function notThe(code: string): string {
  return String((Number(code) + 1) % 100_000_000).padStart(8, "0");
}

async function askFor(page: Page, email: string): Promise<void> {
  await field(page, "Email").fill(email);
  await press(page, "Send OTP");
}

describe.each(visits)("$mode", ({ scripts, viewport }) => {
  test("a forgotten password is set anew, from the login and back to it", async () => {
    const person = await createUser(stage.app.db);
    const page = await stage.open("/login", { scripts, viewport });
    await page.getByRole("link", { name: "Forgot Password?" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Forgot Password");
    expect(await scrollsSideways(page)).toBe(false);
    await field(page, "Email").fill(person.email);
    await pressAndRead(page, named(page, "Send OTP"), { says: "OTP sent! Check your email.", movesTo: "/verify-otp" });
    expect(pathOf(page)).toBe("/verify-otp");
    await see(page.getByText(person.email)).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);

    const code = await mailed(person.id);
    await field(page, "OTP").fill(notThe(code));
    await field(page, "New Password").fill(fresh);
    await press(page, "Reset Password");
    await see(page.getByRole("alert")).toHaveText("The code is wrong or has expired.");
    if (scripts) await see(field(page, "OTP")).toBeFocused();
    // As it stands in the mail.
    await field(page, "OTP").fill(` ${code.slice(0, 4)} ${code.slice(4)}`);
    await field(page, "New Password").fill(fresh);
    await pressAndRead(page, named(page, "Reset Password"), { says: "Password reset successfully! Redirecting...", movesTo: "/" });
    await said(page, "Your password has been changed.").getByRole("link", { name: "Login" }).click();
    await field(page, "Email").fill(person.email);
    await field(page, "Password").fill(fresh);
    await press(page, "Login");
    await page.waitForURL((url) => url.pathname === "/dashboard");
  });

  test("the page for the code without a request before leads back", async () => {
    const page = await stage.open("/verify-otp", { scripts });
    await see(page.getByRole("alert")).toHaveText("Missing email context. Please retry.");
    await page.locator("main").getByRole("link").click();
    await page.waitForURL((url) => url.pathname === "/forgot-password");
  });
});

describe("without scripts", () => {
  test("another code is asked for with a button that works at once, and the server says how long to wait", async () => {
    const person = await createUser(stage.app.db);
    const page = await stage.open("/forgot-password", { scripts: false });
    await askFor(page, person.email);
    await page.waitForURL((url) => url.pathname === "/verify-otp");
    await press(page, "Resend OTP");
    await see(page.getByRole("alert")).toHaveText(/^Too many attempts\. Please try again in \d+ seconds\.$/);
    await see(field(page, "Email")).toHaveValue(person.email);
    await stage.app.db.deleteFrom("throttles").execute();
    await pressAndRead(page, named(page, "Send OTP"), { says: "OTP sent! Check your email.", movesTo: "/verify-otp" });
  });
});

describe("with scripts", () => {
  /** A page whose time stands still but for what a test lets pass. */
  async function withClock(path: string): Promise<Page> {
    const page = await stage.enter({ scripts: true, alone: true });
    await stopClock(page);
    await go(page, path);
    return page;
  }

  /** The page for the code that was just mailed to `email`. */
  async function askedFor(email: string): Promise<Page> {
    const page = await withClock("/forgot-password");
    await askFor(page, email);
    await see(said(page, "OTP sent!")).toBeVisible();
    await pass(page, 1000);
    await page.waitForURL((url) => url.pathname === "/verify-otp");
    return page;
  }

  test("after a failure the button counts thirty seconds down, then there is a way to resend", async () => {
    const page = await withClock("/forgot-password");
    await page.route("**/forgot-password?**", (route) => route.abort());
    await askFor(page, "somebody@example.test");
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
    await see(said(page, "OTP sent! Check your email.")).toBeVisible();
    await see(waiting).toHaveText("Wait 30s");
    await pass(page, 900);
    expect(pathOf(page)).toBe("/forgot-password");
    await pass(page, 100);
    await page.waitForURL((url) => url.pathname === "/verify-otp");
  });

  test("while a code is asked for, the buttons say so and take nothing more", async () => {
    const page = await withClock("/forgot-password");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/forgot-password\?|request-otp/, async (route) => {
      await held;
      await route.continue();
    });
    await askFor(page, `held${Date.now()}@example.test`);
    await see(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
    release();
    await see(said(page, "OTP sent!")).toBeVisible();
    await page.unroute(/forgot-password\?|request-otp/);
  });

  test("the page for the code waits thirty seconds before it resends, and keeps what was typed", async () => {
    const person = await createUser(stage.app.db);
    const page = await askedFor(person.email);
    const waiting = page.getByRole("button", { name: /^Wait/ });
    await see(waiting).toBeDisabled();
    await field(page, "New Password").fill(fresh);
    await pass(page, 30_000);
    const first = await mailed(person.id);

    await page.route("**/api/request-otp", (route) => route.abort());
    await press(page, "Resend OTP");
    await see(page.getByRole("alert")).toHaveText("Failed to resend OTP");
    await see(waiting).toHaveText("Wait 30s");
    await page.unroute("**/api/request-otp");
    await pass(page, 30_000);
    await press(page, "Resend OTP");
    // The server's own clock has not moved.
    await see(page.getByRole("alert")).toHaveText(/^Too many attempts\. Please try again in \d+ seconds\.$/);
    await stage.app.db.deleteFrom("throttles").execute();
    await pass(page, 30_000);
    await press(page, "Resend OTP");
    await see(said(page, "OTP sent! Check your email.")).toBeVisible();
    await see(field(page, "New Password")).toHaveValue(fresh);
    const rows = await stage.app.db.selectFrom("outbox").select("id").where("user_id", "=", person.id).execute();
    expect(rows).toHaveLength(2);
    expect(first).toMatch(/^\d{8}$/);
  });

  test("what became of asking again takes the place of a refusal before it, and has the focus until a field gets it", async () => {
    const person = await createUser(stage.app.db);
    const page = await askedFor(person.email);
    const wrong = notThe(await mailed(person.id));
    const refuse = async () => {
      await field(page, "OTP").fill(wrong);
      await field(page, "New Password").fill(fresh);
      await press(page, "Reset Password");
      await see(page.getByRole("alert")).toHaveText("The code is wrong or has expired.");
    };
    await refuse();
    await stage.app.db.deleteFrom("throttles").execute();
    await pass(page, 30_000);
    await named(page, "Resend OTP").press("Enter");
    await see(said(page, "OTP sent! Check your email.")).toBeFocused();
    await see(page.getByRole("alert")).toHaveCount(0);
    await see(field(page, "OTP")).not.toHaveAttribute("aria-invalid");
    await refuse();
    await see(said(page, "OTP sent!")).toHaveCount(0);
    await see(field(page, "OTP")).toBeFocused();
  });

  test("a lost network at the reset is said in the page, and what was typed stays", async () => {
    const person = await createUser(stage.app.db);
    const page = await stage.open("/forgot-password", { scripts: true });
    await askFor(page, person.email);
    await page.waitForURL((url) => url.pathname === "/verify-otp");
    await field(page, "OTP").fill(await mailed(person.id));
    await field(page, "New Password").fill(fresh);
    await page.route("**/verify-otp?**", (route) => route.abort());
    await press(page, "Reset Password");
    await see(page.getByRole("alert")).toHaveText("OTP verification failed");
    await page.unroute("**/verify-otp?**");
    await pressAndRead(page, named(page, "Reset Password"), { says: "Password reset successfully!", movesTo: "/" });
    await see(said(page, "Your password has been changed.")).toBeVisible();
  });
});

test.each(["dark", "light"])("has no accessibility problem in %s, with errors too", async (mode) => {
  const page = await stage.enter({ scripts: true });
  await page.context().addCookies([{ name: "display-mode", value: Buffer.from(JSON.stringify(mode)).toString("base64"), url: stage.app.origin }]);
  const check = async () => {
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport);
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await scrollsSideways(page)).toBe(false);
  };
  await go(page, "/verify-otp");
  await see(page.locator("html")).toHaveAttribute("data-theme", mode);
  await check();
  await go(page, "/forgot-password");
  await check();
  await askFor(page, `${"m".repeat(50)}${mode}@${"w".repeat(50)}.test`);
  await page.waitForURL((url) => url.pathname === "/verify-otp");
  await check();
  await field(page, "OTP").fill("12345678");
  await field(page, "New Password").fill(fresh);
  await press(page, "Reset Password");
  await see(page.getByRole("alert")).toBeVisible();
  await check();
});
