import type { Locator, Page } from "playwright";
import { beforeEach, describe, expect, test } from "vitest";
import { hydrated, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { pass } from "../../support/clock.ts";
import { createUser, nextNumber } from "../../support/database/factories.ts";
import {
  field,
  holdBefore,
  pathOf,
  pressAndRead,
  statusMessage,
  see,
  useStage,
  visits,
} from "../../support/app/stage.ts";

const adminSecret = "correct-admin-phrase-of-the-house";
const password = "line-shopping-2026";
const form = "/signup?payment_success=true";
const stage = useStage({ ADMIN_SECRET: adminSecret });

// All tests share one address, and rate limits count by address.
beforeEach(() => stage.app.db.deleteFrom("throttles").execute());

const button = (page: Page) => page.getByRole("button", { name: "Sign Up" });

async function fill(page: Page, changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const email = changes.Email ?? `new${nextNumber()}@example.test`;
  const texts = {
    "Full Name": "Ana Díaz",
    "Phone Number": "+1 555 0100",
    Email: email,
    Password: password,
    "Confirm Password": password,
    ...changes,
  };
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
  await page.getByRole("checkbox", { name: "I am 21 or older" }).check();
  return email;
}

describe.each(visits)("the signup $mode", ({ scripts, viewport }) => {
  test("creates an account, redirects to the home page, and links to the login", async () => {
    const page = await stage.open(form, { scripts, viewport });
    expect(await scrollsSideways(page)).toBe(false);
    const email = await fill(page);
    await pressAndRead(page, button(page), { message: "Signup successful! Redirecting to login...", redirectsTo: "/" });
    await see(statusMessage(page, "Your account is ready.")).toBeVisible();
    await statusMessage(page, "Your account is ready.").getByRole("link", { name: "Login" }).click();
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(password);
    await page.getByRole("button", { name: "Login" }).click();
    await page.waitForURL((url) => url.pathname === "/dashboard");
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Today's Picks");
  });

  test("shows the admin key field only with its checkbox, and a wrong key's error at the field", async () => {
    const page = await stage.open(form, { scripts, viewport });
    const key = field(page, "Admin Secret Key");
    await see(key).toBeHidden();
    await page.getByText("For staff").click();
    const box = page.getByRole("checkbox", { name: "Register as Admin" });
    await box.check();
    await see(key).toBeVisible();
    await box.uncheck();
    await see(key).toBeHidden();
    await fill(page);
    await box.check();
    await key.fill("a wrong one");
    await button(page).click();
    await see(page.getByRole("alert")).toHaveText("Admin secret is incorrect.");
    await see(key).toBeVisible();
    await see(key).toHaveAttribute("aria-invalid", "true");
    await see(field(page, "Full Name")).toHaveValue("Ana Díaz");
  });
});

describe("the signup with scripts, step by step", () => {
  test("without a payment redirects home with a notice, or shows it", async () => {
    const page = await stage.open("/signup?ref=ABCD2345", { scripts: true });
    expect(pathOf(page)).toBe("/");
    await see(statusMessage(page, "Please complete the payment before signing up.")).toBeVisible();
    await page.goto("/signup?payment_success=no");
    await see(statusMessage(page, "Please complete the payment before signing up.")).toBeVisible();
    await see(page.locator("main form")).toHaveCount(0);
  });
});

describe("the signup with scripts", () => {
  test("enables Sign Up only when the form is complete and the passwords match", async () => {
    const page = await stage.open(form, { scripts: true });
    await see(button(page)).toBeDisabled();
    await see(
      page.getByText("Still missing: Full Name, Phone Number, Email, Password, Confirm Password, your age."),
    ).toBeVisible();
    await fill(page);
    await see(button(page)).toBeEnabled();
    await field(page, "Confirm Password").fill("line-shopping");
    await see(page.getByText("Confirm Password is not the same as Password.", { exact: true })).toBeVisible();
    await see(button(page)).toBeDisabled();
    await field(page, "Confirm Password").fill(password);
    for (const label of ["Full Name", "Phone Number", "Email"]) {
      const typed = await field(page, label).inputValue();
      await field(page, label).fill("");
      await see(button(page)).toBeDisabled();
      await field(page, label).fill(typed);
      await see(button(page)).toBeEnabled();
    }
    await page.getByRole("checkbox", { name: "I am 21 or older" }).uncheck();
    await see(button(page)).toBeDisabled();
    await page.getByRole("checkbox", { name: "I am 21 or older" }).check();
    await page.getByText("For staff").click();
    await page.getByRole("checkbox", { name: "Register as Admin" }).check();
    await see(button(page)).toBeDisabled();
    await field(page, "Admin Secret Key").fill("something");
    await see(button(page)).toBeEnabled();
  });

  test("shows an error for different passwords on blur, until they match", async () => {
    const page = await stage.open(form, { scripts: true });
    await fill(page, { "Confirm Password": "line-shopping" });
    const words = page.locator("[aria-live=polite]").getByText("Passwords do not match");
    await see(words).toBeVisible();
    await field(page, "Confirm Password").fill(password);
    await see(words).toHaveCount(0);
    await see(button(page)).toBeEnabled();
  });

  test("focuses an existing email on a phone, where its error is far above the button", async () => {
    const page = await stage.open(form, { scripts: true, viewport: phone });
    const { email } = await createUser(stage.app.db);
    await fill(page, { Email: email });
    await button(page).click();
    await see(field(page, "Email")).toBeFocused();
    await see(field(page, "Email")).toBeInViewport();
  });

  test("redirects after 1.5 s without earlier requests", async () => {
    const page = await stage.enter({ scripts: true, stoppedClock: true, viewport: phone });
    await page.goto(form);
    await see(button(page)).toBeDisabled();
    await fill(page);
    const requests: string[] = [];
    page.on("request", (request) => request.url().includes("_data=") && requests.push(request.method()));
    await button(page).click();
    await see(statusMessage(page, "Signup successful!")).toBeVisible();
    expect(await linesOf(page.getByRole("link", { name: "Continue" }))).toBe(1);
    await pass(page, 1400);
    expect([pathOf(page), requests]).toEqual([form, ["POST"]]);
    await pass(page, 100);
    await see(statusMessage(page, "Your account is ready.")).toBeVisible();
    expect(pathOf(page)).toBe("/");
    await page.goBack();
    expect(pathOf(page)).not.toContain("/signup");
  });

  test("redirects a form sent before the scripts loaded only once, by its header, and keeps the notice", async () => {
    const page = await stage.enter({ scripts: true });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/build/**", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(form, { waitUntil: "commit" });
    await fill(page);
    const releaseHome = await holdBefore(page, "/");
    await button(page).click({ noWaitAfter: true });
    await see(statusMessage(page, "Signup successful!")).toBeVisible();
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    release();
    await hydrated(page);
    releaseHome();
    await page.waitForURL((url) => url.pathname === "/");
    await see(statusMessage(page, "Your account is ready.")).toBeVisible();
    expect(requests.filter((url) => url.includes("_data="))).toEqual([]);
    await page.unroute("**/build/**");
  });

  test("shows an error for a lost network and keeps the input for another try", async () => {
    const page = await stage.open(form, { scripts: true });
    const email = await fill(page);
    await page.route("**/*", (route) => route.abort());
    await button(page).click();
    await see(page.getByRole("alert")).toHaveText("Server error. Please try again.");
    await see(field(page, "Email")).toHaveValue(email);
    await see(field(page, "Password")).toHaveValue(password);
    await page.unroute("**/*");
    await pressAndRead(page, button(page), { message: "Signup successful!", redirectsTo: "/" });
  });

  test("shows an error when the response is not from the app", async () => {
    const page = await stage.open(form, { scripts: true });
    await fill(page);
    await page.route("**/signup?**", (route) =>
      route.fulfill({ status: 418, contentType: "text/html", body: "<p>teapot</p>" }),
    );
    await button(page).click();
    await see(page.getByRole("alert")).toHaveText("Signup failed");
    await page.unroute("**/signup?**");
  });
});

function linesOf(text: Locator): Promise<number> {
  return text.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size;
  });
}
