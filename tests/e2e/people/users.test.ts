import type { Locator, Page } from "playwright";
import { describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { accessibilityProblems, desktop, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { createUser, createWaitingUser, nextNumber } from "../../support/database/factories.ts";
import { unfold } from "../../support/pages/folds.ts";
import { field, pathOf, statusMessage, see, useStage, visits } from "../../support/app/stage.ts";

const stage = useStage();
const newPassword = "line-shopping-2026";

function rowOf(page: Page, email: string): Locator {
  return page.getByRole("region", { name: "Users table" }).getByRole("row").filter({ hasText: email });
}

const owner = (): Promise<Client> => stage.app.signedIn("superadmin");
const newUser = (changes: Parameters<typeof createUser>[1] = {}) =>
  createUser(stage.app.db, { email: `person-${nextNumber()}-${Date.now()}@example.test`, ...changes });

describe.each(visits)("the user manager $mode", ({ scripts, viewport }) => {
  test("adds an account: shows errors at fields, then an empty form and a new row", async () => {
    const page = await stage.open("/admin", { scripts, as: await owner(), viewport });
    await page.getByRole("link", { name: "User Manager" }).click();
    const email = `new-${nextNumber()}@example.test`;
    await see(page.getByRole("heading", { level: 1, name: "User Manager" })).toBeVisible();
    await unfold(page, "Add User");
    await field(page, "Email").fill(email);
    await field(page, "Password").fill("password1");
    await field(page, "Role").selectOption("Pro Picks Manager");
    await page.getByRole("button", { name: "Add User" }).click();
    await see(field(page, "Password")).toHaveAccessibleDescription(/^This password is too common\./);
    await see(field(page, "Email")).toHaveValue(email);
    await see(field(page, "Role")).toHaveValue("propicksmanager");
    if (scripts) await see(field(page, "Password")).toBeFocused();
    await field(page, "Password").fill(newPassword);
    await page.getByRole("button", { name: "Add User" }).click();
    await see(statusMessage(page, "Account created.")).toBeVisible();
    await see(rowOf(page, email)).toContainText(/Pro Picks Manager.*Active/);
    await unfold(page, "Add User");
    for (const label of ["Email", "Password", "Name (optional)"]) await see(field(page, label)).toHaveValue("");
    await field(page, "Email").fill(email);
    await field(page, "Password").fill(newPassword);
    await page.getByRole("button", { name: "Add User" }).click();
    await see(field(page, "Email")).toHaveAttribute("aria-invalid", "true");
    await see(page.getByRole("main").getByText("Account created.")).toHaveCount(0);
  });

  test("changes role and password of an account, each with its message in view, and shows both in the trail", async () => {
    const { email } = await newUser({ name: "Lee Test" });
    const page = await stage.open(`/admin/users?q=${email}`, { scripts, as: await owner(), viewport });
    await see(rowOf(page, email).getByRole("rowheader")).toContainText(email);
    await rowOf(page, email)
      .getByRole("link", { name: `Open ${email}` })
      .click();
    await see(page.getByRole("heading", { name: "Lee Test" })).toBeVisible();
    await see(page).toHaveTitle("Lee Test · User Manager · Simline");
    const [role, password] = [
      page.getByRole("form", { name: "Change role" }),
      page.getByRole("form", { name: "Reset password" }),
    ];
    await password.getByRole("button", { name: "Reset Password" }).click();
    await see(password.getByLabel("New Password")).toHaveAccessibleDescription(/Please enter a new password\./);
    await see(password.getByRole("alert")).toHaveText("Please enter a new password.");
    await see(password.getByRole("alert")).toBeInViewport();
    await password.getByLabel("New Password").fill(newPassword);
    await password.getByRole("button", { name: "Reset Password" }).click();
    await see(password.getByText("Password updated successfully.")).toBeInViewport();
    await see(password.getByLabel("New Password")).toHaveValue("");
    await role.getByLabel("Role").selectOption("Admin");
    await role.getByRole("button", { name: "Change Role" }).click();
    await see(role.getByText("Role changed.")).toBeInViewport();
    const trail = page.getByRole("region", { name: "Audit trail table" });
    await see(trail.getByRole("row").filter({ hasText: "Role changed" })).toContainText("role: User → Admin");
    await see(trail.getByRole("row").filter({ hasText: "Password reset" })).toContainText("Jordan Test");
    if (viewport === desktop)
      for (const row of await trail.getByRole("row").all())
        await see(row.locator("th:visible, td:visible")).toHaveCount(4);
    await page.getByRole("button", { name: `Suspend ${email}` }).click();
    await see(statusMessage(page, "Account suspended.")).toBeVisible();
    await see(page.getByRole("button", { name: `Activate ${email}` })).toBeVisible();
  });
});

describe("the user manager with scripts", () => {
  test("confirms one waiting payment, refuses another, and confirms it later on the user's page", async () => {
    const [paid, unpaid] = await Promise.all(
      ["Dana Waiting", "Kim Waiting"].map((name) =>
        createWaitingUser(stage.app.db, { name, email: `waiting-${nextNumber()}-${Date.now()}@example.test` }),
      ),
    );
    if (!paid || !unpaid) throw new Error("Two were made.");
    const page = await stage.open("/admin/users", { scripts: true, as: await owner(), viewport: phone });
    await see(page.getByRole("heading", { name: "Waiting for confirmation" })).toBeVisible();
    expect(await scrollsSideways(page)).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: `Confirm the payment of ${paid.email}` }).click();
    await see(statusMessage(page, "Payment of Dana Waiting confirmed.")).toBeVisible();
    await page.getByRole("button", { name: `Refuse the payment of ${unpaid.email}` }).click();
    await see(statusMessage(page, "Payment of Kim Waiting refused.")).toBeVisible();
    await see(page.getByRole("heading", { name: "Waiting for confirmation" })).toHaveCount(0);
    await see(rowOf(page, unpaid.email)).toContainText("Payment refused");
    await page.getByRole("link", { name: `Open ${unpaid.email}` }).click();
    await page.getByRole("button", { name: `Confirm payment of ${unpaid.email}` }).click();
    await see(statusMessage(page, "Payment of Kim Waiting confirmed.")).toBeVisible();
    await see(page.getByRole("button", { name: /payment/ })).toHaveCount(0);
  });

  test("suspends and activates in the row and keeps the list's search", async () => {
    const { email } = await newUser();
    const page = await stage.open(`/admin/users?q=${email}`, { scripts: true, as: await owner() });
    await rowOf(page, email)
      .getByRole("button", { name: `Suspend ${email}` })
      .click();
    await see(statusMessage(page, "Account suspended.")).toBeVisible();
    await see(rowOf(page, email)).toContainText("Suspended");
    await see(rowOf(page, email).getByRole("button", { name: `Activate ${email}` })).toBeFocused();
    expect(pathOf(page)).toBe(`/admin/users?q=${encodeURIComponent(email)}`);
    await rowOf(page, email)
      .getByRole("button", { name: `Activate ${email}` })
      .click();
    await see(statusMessage(page, "Account activated.")).toBeVisible();
    await see(rowOf(page, email)).not.toContainText("Suspended");
  });

  test("deletes only after a confirmation with the name and the focus on Cancel", async () => {
    const { email, id } = await newUser({ name: "Kim Test" });
    const page = await stage.open(`/admin/users?q=${email}`, { scripts: true, as: await owner() });
    const openDialog = () =>
      rowOf(page, email)
        .getByRole("link", { name: `Delete ${email}` })
        .click();
    const dialog = page.getByRole("alertdialog", { name: "Delete this account?" });
    await openDialog();
    await see(dialog).toHaveAccessibleDescription(new RegExp(`Kim Test, ${email}`));
    expect(new URL(page.url()).pathname).toBe(`/admin/users/${id}/delete`);
    await see(dialog.getByRole("link", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Tab");
    await see(dialog.getByRole("button", { name: "Delete" })).toBeFocused();
    await dialog.getByRole("link", { name: "Cancel" }).click();
    await see(dialog).toHaveCount(0);
    await see(field(page, "Email, name or Stripe ID")).toHaveValue(email);
    await openDialog();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await see(statusMessage(page, "Account deleted.")).toBeVisible();
    await see(page.getByRole("main").getByText("No users found.")).toBeVisible();
  });

  test("shows another account's own values, not text typed on the previous page", async () => {
    const [first, boss] = [await newUser(), await newUser({ role: "superadmin", name: "Boss Test" })];
    const client = stage.app.client();
    await client.signIn(boss.email);
    await client.call("PUT", `/api/users/${first.id}/role`, { role: "admin" });
    const page = await stage.open(`/admin/users/${first.id}`, { scripts: true, as: await owner() });
    await page.getByLabel("New Password").fill("typed but not sent");
    page.once("dialog", (dialog) => dialog.accept());
    await page
      .getByRole("region", { name: "Audit trail table" })
      .getByRole("link", { name: "Boss Test" })
      .first()
      .click();
    await see(page.getByRole("heading", { name: "Boss Test" })).toBeVisible();
    await see(page.getByLabel("New Password")).toHaveValue("");
    await see(page.getByLabel("Role", { exact: true })).toHaveValue("");
  });

  test("shows an admin who opens its URL the reason for the refusal and a link to the staff area", async () => {
    const page = await stage.open("/admin/users", { scripts: true, as: await stage.app.signedIn("admin") });
    await see(page.getByRole("main").getByText("Access Denied. Only Super Admin can manage users.")).toBeVisible();
    await see(page.getByRole("link", { name: "User Manager" })).toHaveCount(0);
    await page.getByRole("link", { name: "Go to the staff area" }).click();
    await see(page.getByRole("heading", { name: "Picks Manager" })).toBeVisible();
    await see(page.getByRole("link", { name: "User Manager" })).toHaveCount(0);
  });
});
