import { describe, expect, test } from "vitest";
import { phone, scrollsSideways } from "../../support/pages/browser.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { field, go, modes, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();
const { app } = stage;

const newPassword = "line-shopping-2026";

describe.each(visits)("the profile $mode", ({ scripts, viewport }) => {
  test("has two working forms, each with its own message in view", async () => {
    const page = await stage.open("/profile", { scripts, viewport, as: await app.signedIn("user") });
    expect(await scrollsSideways(page)).toBe(false);
    await page.getByLabel("Full Name").fill("Robin Test");
    await page.getByRole("button", { name: "Save Profile" }).click();
    await page.getByRole("form", { name: "Your details" }).getByText("Profile updated successfully!").waitFor();

    const form = page.getByRole("form", { name: "Change Password" });
    const send = async (current: string, password: string, confirmation: string) => {
      // The page is read anew after each answer; somebody would wait for it.
      await see(form.getByRole("button", { name: "Update Password" })).toBeVisible();
      await form.getByLabel("Current Password").fill(current);
      await form.getByLabel("New Password", { exact: true }).fill(password);
      await form.getByLabel("Confirm New Password").fill(confirmation);
      await form.getByRole("button", { name: "Update Password" }).click();
    };
    await send(testPassword, newPassword, "something-else-1");
    // The browser scrolls smoothly, so this can take a moment.
    await see(form.getByText("Passwords do not match")).toBeInViewport();
    expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
    expect(await form.getByLabel("Confirm New Password").getAttribute("aria-invalid")).toBe("true");
    await send("wrong-horse-9", newPassword, newPassword);
    await form.getByText("Current password is incorrect.").waitFor();
    expect(await form.getByText("Current password is incorrect.").isVisible()).toBe(true);
    await send(testPassword, newPassword, newPassword);
    await see(form.getByText("Password updated successfully!")).toBeInViewport();
    expect(new URL(page.url()).pathname).toBe("/profile");
    expect(await page.getByLabel("Full Name").inputValue()).toBe("Robin Test");
    for (const label of ["Current Password", "New Password", "Confirm New Password"])
      await see(field(page, label)).toHaveValue("");
  });
});

test.each(modes)("the device list signs out another device, $mode", async ({ scripts }) => {
  const { email } = await createUser(app.db);
  const [thisDevice, otherDevice] = [app.client(), app.client()];
  for (const client of [thisDevice, otherDevice]) await client.signIn(email);
  const page = await stage.open("/profile", { scripts, viewport: phone, as: thisDevice });
  const panel = page.getByRole("region", { name: "Where you're signed in" });
  expect(await panel.getByRole("listitem").count()).toBe(2);
  await panel.getByText("(this device)").waitFor();
  await panel.getByRole("button", { name: "Sign out A program" }).click();
  await panel.getByText("That device is signed out.").waitFor();
  expect([
    await panel.getByRole("listitem").count(),
    await panel.getByRole("button").count(),
    (await otherDevice.get("/profile")).status,
  ]).toEqual([1, 0, 302]);
});

test("with scripts, editing a form removes its own message only", async () => {
  const page = await stage.open("/profile", { scripts: true, as: await app.signedIn("user") });
  await page.getByRole("button", { name: "Save Profile" }).click();
  const message = page.getByRole("main").getByText("Profile updated successfully!");
  await message.waitFor();
  await page.getByLabel("Current Password").fill("x");
  expect(await message.count()).toBe(1);
  await page.getByLabel("Phone Number").fill("555-0111");
  expect(await message.count()).toBe(0);
});

test("with scripts, a different password confirmation shows an error on blur, and the form isn't cleared", async () => {
  const page = await stage.open("/profile", { scripts: true, viewport: phone, as: await app.signedIn("user") });
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
});

test("the bar links to Settings, the user menu and the drawer to Profile", async () => {
  const page = await stage.open("/dashboard", { scripts: false, as: await app.signedIn("user") });
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("button", { name: "Jordan Test" }).click();
  await page.getByRole("link", { name: "Profile" }).click();
  await see(page.getByRole("heading", { level: 1 })).toHaveText("Your Profile");
  await page.setViewportSize(phone);
  await go(page, "/dashboard");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("link", { name: "Profile" }).click();
  await see(page.getByRole("heading", { level: 1 })).toHaveText("Your Profile");
});
