import { describe, expect, test } from "vitest";
import { desktop, hydrated, openPage, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { modes, see, useSite, visits } from "../../support/app/stage.ts";

const { app, browser } = useSite();

const newPassword = "line-shopping-2026";

describe.each(visits)("the profile $mode", ({ scripts, viewport }) => {
  test("has two working forms, each with its own message", async () => {
    const { page, context, problems } = await openPage(browser(), {
      origin: app.origin,
      scripts,
      viewport,
      as: await app.signedIn("user"),
    });
    await page.goto("/profile");
    if (scripts) await hydrated(page);
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByLabel("Full Name").fill("Robin Test");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await page.getByRole("form", { name: "Your details" }).getByText("Profile updated successfully!").waitFor();

    const form = page.getByRole("form", { name: "Change Password" });
    const send = async (current: string, password: string, confirmation: string) => {
      await form.getByLabel("Current Password").fill(current);
      await form.getByLabel("New Password", { exact: true }).fill(password);
      await form.getByLabel("Confirm New Password").fill(confirmation);
      await form.getByRole("button", { name: "Update Password" }).click();
    };
    await send(testPassword, newPassword, "something-else-1");
    await form.getByText("Passwords do not match").waitFor();
    expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
    expect(await form.getByLabel("Confirm New Password").getAttribute("aria-invalid")).toBe("true");
    await send("wrong-horse-9", newPassword, newPassword);
    await form.getByText("Current password is incorrect.").waitFor();
    expect(await form.getByText("Current password is incorrect.").isVisible()).toBe(true);
    await send(testPassword, newPassword, newPassword);
    await form.getByText("Password updated successfully!").waitFor();
    expect(new URL(page.url()).pathname).toBe("/profile");
    expect(await page.getByLabel("Full Name").inputValue()).toBe("Robin Test");
    expect(await form.getByLabel("Current Password").inputValue()).toBe("");
    expect(problems).toEqual([]);
    await context.close();
  });
});

test.each(modes)("the device list signs out another device, $mode", async ({ scripts }) => {
  const { email } = await createUser(app.db);
  const [thisDevice, otherDevice] = [app.client(), app.client()];
  for (const client of [thisDevice, otherDevice]) await client.signIn(email);
  const { page, context, problems } = await openPage(browser(), {
    origin: app.origin,
    scripts,
    viewport: phone,
    as: thisDevice,
  });
  await page.goto("/profile");
  if (scripts) await hydrated(page);
  const panel = page.getByRole("region", { name: "Where you're signed in" });
  expect(await panel.getByRole("listitem").count()).toBe(2);
  await panel.getByText("(this device)").waitFor();
  await panel.getByRole("button", { name: "Sign out A program" }).click();
  await panel.getByText("That device is signed out.").waitFor();
  expect([
    await panel.getByRole("listitem").count(),
    await panel.getByRole("button").count(),
    (await otherDevice.get("/profile")).status,
    problems,
  ]).toEqual([1, 0, 302, []]);
  await context.close();
});

test("with scripts, editing a form removes its own message only", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, as: await app.signedIn("user") });
  await page.goto("/profile");
  await hydrated(page);
  await page.getByRole("button", { name: "Save Profile" }).click();
  const message = page.getByRole("main").getByText("Profile updated successfully!");
  await message.waitFor();
  await page.getByLabel("Current Password").fill("x");
  expect(await message.count()).toBe(1);
  await page.getByLabel("Phone Number").fill("555-0111");
  expect(await message.count()).toBe(0);
  await context.close();
});

test("with scripts, the password fields are cleared after a successful change", async () => {
  const { page, context } = await openPage(browser(), { origin: app.origin, as: await app.signedIn("user") });
  await page.goto("/profile");
  await hydrated(page);
  const form = page.getByRole("form", { name: "Change Password" });
  const fields = ["Current Password", "New Password", "Confirm New Password"].map((label) =>
    form.getByLabel(label, { exact: true }),
  );
  for (const [index, text] of [testPassword, newPassword, newPassword].entries()) await fields[index]?.fill(text);
  await form.getByRole("button", { name: "Update Password" }).click();
  await form.getByText("Password updated successfully!").waitFor();
  await expect.poll(() => Promise.all(fields.map((field) => field.inputValue()))).toEqual(["", "", ""]);
  await context.close();
});

test("with scripts, a different password confirmation shows an error on blur, and the form isn't cleared", async () => {
  const { page, context } = await openPage(browser(), {
    origin: app.origin,
    viewport: phone,
    as: await app.signedIn("user"),
  });
  await page.goto("/profile");
  await hydrated(page);
  const form = page.getByRole("form", { name: "Change Password" });
  const words = form.getByText("Passwords do not match");
  const fields = ["Current Password", "New Password", "Confirm New Password"].map((label) =>
    form.getByLabel(label, { exact: true }),
  );
  const texts = [testPassword, newPassword, "something-else-1"];
  for (const [index, text] of texts.entries()) await fields[index]?.fill(text);
  expect(await words.count()).toBe(0);
  await fields[2]?.press("Tab");
  await words.waitFor();
  await fields[2]?.fill(newPassword);
  await see(words).toHaveCount(0);
  await fields[2]?.fill("something-else-1");
  await fields[2]?.press("Enter");
  await page.waitForURL("**/profile/password#password");
  await see(words).toHaveCount(1);
  expect(
    await fields[2]?.evaluate((field) => [field === document.activeElement, field.getAttribute("aria-invalid")]),
  ).toEqual([true, "true"]);
  expect(await Promise.all(fields.map((field) => field.inputValue()))).toEqual(texts);
  expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
  await fields[2]?.fill(newPassword);
  await form.getByRole("button", { name: "Update Password" }).click();
  await form.getByText("Password updated successfully!").waitFor();
  await context.close();
});

test("without scripts, the error of a different password confirmation is in view on a phone", async () => {
  const { page, context } = await openPage(browser(), {
    origin: app.origin,
    scripts: false,
    viewport: phone,
    as: await app.signedIn("user"),
  });
  await page.goto("/profile");
  const form = page.getByRole("form", { name: "Change Password" });
  for (const [label, text] of [
    ["Current Password", testPassword],
    ["New Password", newPassword],
    ["Confirm New Password", "something-else-1"],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByRole("button", { name: "Update Password" }).click();
  // The browser scrolls smoothly, so this can take a moment.
  await see(form.getByText("Passwords do not match")).toBeInViewport();
  await context.close();
});

test("without scripts, the message of the second form is in view on a phone", async () => {
  const { page, context } = await openPage(browser(), {
    origin: app.origin,
    scripts: false,
    viewport: phone,
    as: await app.signedIn("user"),
  });
  await page.goto("/profile");
  await page.getByLabel("Current Password").fill(testPassword);
  await page.getByLabel("New Password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm New Password").fill(newPassword);
  await page.getByRole("button", { name: "Update Password" }).click();
  await see(page.getByRole("main").getByText("Password updated successfully!")).toBeInViewport();
  await context.close();
});

test("the bar links to Settings, the user menu and the drawer to Profile", async () => {
  const member = await app.signedIn("user");
  const wide = await openPage(browser(), { origin: app.origin, scripts: false, viewport: desktop, as: member });
  await wide.page.goto("/dashboard");
  await wide.page.getByRole("link", { name: "Settings" }).click();
  await wide.page.getByRole("button", { name: "Jordan Test" }).click();
  await wide.page.getByRole("link", { name: "Profile" }).click();
  expect(await wide.page.getByRole("heading", { level: 1 }).textContent()).toBe("Your Profile");
  const small = await openPage(browser(), { origin: app.origin, scripts: false, viewport: phone, as: member });
  await small.page.goto("/dashboard");
  await small.page.getByRole("button", { name: "Menu" }).click();
  await small.page.getByRole("link", { name: "Profile" }).click();
  expect(await small.page.getByRole("heading", { level: 1 }).textContent()).toBe("Your Profile");
  await Promise.all([wide.context.close(), small.context.close()]);
});
