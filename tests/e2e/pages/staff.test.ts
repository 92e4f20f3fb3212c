import { describe, expect, test } from "vitest";
import type { Page } from "playwright";
import type { Client } from "../../support/app/app.ts";
import { phone } from "../../support/pages/browser.ts";
import { pass } from "../../support/clock.ts";
import { createUser, nextNumber, testPassword } from "../../support/database/factories.ts";
import { field, go, modes, pathOf, publish, statusMessage, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();

async function signIn(page: Page, email: string, password = testPassword): Promise<void> {
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

function tabs(page: Page): Promise<string[]> {
  return page.getByRole("navigation", { name: "Admin" }).getByRole("link").allTextContents();
}

function twoAdmins(): Promise<[Client, Client]> {
  return Promise.all([stage.app.signedIn("admin"), stage.app.signedIn("admin")]);
}

/** Opens the Sidebar Manager, with scripts on a stopped clock, because they remove the saved message after a while. */
function openSidebar(visitor: {
  scripts: boolean;
  as: Client;
  viewport?: { width: number; height: number };
}): Promise<Page> {
  return stage.open("/admin/sidebar", { ...visitor, stoppedClock: visitor.scripts });
}

describe.each(modes)("the admin area $mode", ({ scripts }) => {
  const login = scripts ? "/login" : "/admin-login";
  test(`signs staff in at ${login} and opens the dashboard`, async () => {
    const { email } = await createUser(stage.app.db, { role: "admin" });
    const page = await stage.open(login, { scripts });
    await signIn(page, email);
    await see(page.getByRole("heading", { level: 1, name: "Picks Manager" })).toBeVisible();
    await see(page.getByRole("main").getByText("Admin Dashboard")).toBeVisible();
    expect(pathOf(page)).toBe("/admin");
    expect(await tabs(page)).toEqual(expect.arrayContaining(["Picks Manager", "Pro Picks Manager", "Sidebar Manager"]));
    await see(page.getByRole("heading", { name: "Add Pick" })).toBeVisible();
  });

  test("lets a propicksmanager publish a pro pick and delete it after a confirmation", async () => {
    const as = await stage.app.signedIn("propicksmanager");
    const pick = `Celtics -${scripts ? 3 : 4}.5`;
    await publish(as, { pick }, "propicks");
    const page = await stage.open("/propicks", { scripts, as });
    await see(page.getByRole("article").filter({ hasText: pick })).toBeVisible();
    await go(page, "/admin");
    await page.getByRole("link", { name: `Delete ${pick}` }).click();
    const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to delete this Pro Pick?" });
    await dialog.getByRole("button", { name: "Delete" }).click();
    await see(statusMessage(page, "Pro pick deleted")).toBeVisible();
    await go(page, "/propicks");
    await see(page.getByRole("main").getByText("No pro picks available right now.")).toBeVisible();
    await see(page.getByRole("complementary")).toContainText("Pro-level betting edges updated daily.");
  });

  test("saves the side panels, which Today's Picks shows with line breaks", async () => {
    const page = await openSidebar({ scripts, as: await stage.app.signedIn("admin") });
    await field(page, "Recent Results").fill("Lakers won\nKnicks lost");
    await field(page, "AI Notes").fill("<b>Model</b> v2");
    await field(page, "Next Update").fill("9:00 AM");
    await page.getByRole("button", { name: "Save" }).click();
    await see(statusMessage(page, "Saved successfully")).toBeVisible();
    await see(field(page, "Recent Results")).toHaveValue("Lakers won\nKnicks lost");
    if (scripts) {
      await pass(page, 2000);
      await see(statusMessage(page, "Saved successfully")).toHaveCount(0);
    }
    await go(page, "/dashboard");
    const panels = page.getByRole("complementary");
    expect(await panels.innerText()).toContain("Lakers won\nKnicks lost");
    await see(panels).toContainText("<b>Model</b> v2");
    await see(panels).toContainText("9:00 AM");
  });
});

describe("the admin area with scripts", () => {
  test("refuses members at its login and redirects them there", async () => {
    const app = stage.app;
    const page = await stage.open("/admin", { scripts: true, as: await app.signedIn("user") });
    expect(pathOf(page)).toBe("/admin-login");
    await see(page.getByRole("alert")).toHaveText("You are not authorized.");
    await signIn(page, (await createUser(app.db)).email);
    await see(page.getByRole("alert")).toHaveText("Only admin/superadmin can access this panel.");
    await go(page, "/dashboard");
    expect(pathOf(page)).toBe("/");
  });

  test("shows a propicksmanager only the Pro Picks Manager and Grade, whichever tab is requested", async () => {
    const page = await stage.open("/admin/picks", { scripts: true, as: await stage.app.signedIn("propicksmanager") });
    expect(pathOf(page)).toBe("/admin");
    expect(await tabs(page)).toEqual(["Pro Picks Manager", "Grade"]);
    await see(page.getByRole("heading", { name: "Add Pro Pick" })).toBeVisible();
    await go(page, "/admin/sidebar");
    expect(pathOf(page)).toBe("/admin");
  });

  test("lets Recent Results show the last 7 days' record, and the text again", async () => {
    const as = await stage.app.signedIn("admin");
    const text = `Lakers won ${nextNumber()}`;
    await as.call("POST", "/api/sidebar", { results: text, results_by: "text" });
    const page = await openSidebar({ scripts: true, as });
    const shows = field(page, "Recent Results shows");
    const saveAndSee = async (choice: string, shown: string | RegExp) => {
      await shows.selectOption(choice);
      await page.getByRole("button", { name: "Save" }).click();
      await see(statusMessage(page, "Saved successfully")).toBeVisible();
      await see(shows.locator("option:checked")).toHaveText(choice);
      await see(field(page, "Recent Results")).toHaveValue(text);
      await go(page, "/dashboard");
      await see(page.getByRole("complementary")).toContainText(shown);
      await go(page, "/admin/sidebar");
    };
    await see(shows).toHaveAccessibleDescription("The text stays saved while the record is shown.");
    await saveAndSee("The last 7 days' record, always current", /Last 7 days|No results in the last 7 days/);
    await saveAndSee("The text below", text);
  });

  test("limits the length of side panels, and shows the saved message in view on a phone, where Save is below the texts", async () => {
    const page = await openSidebar({ scripts: true, as: await stage.app.signedIn("admin"), viewport: phone });
    for (const label of ["Recent Results", "AI Notes", "Next Update"])
      await see(field(page, label)).toHaveAttribute("maxlength", "5000");
    await field(page, "AI Notes").focus();
    await page.keyboard.insertText("n".repeat(70_000));
    expect((await field(page, "AI Notes").inputValue()).length).toBe(5000);
    await field(page, "Next Update").fill("10:00 AM");
    await page.getByRole("button", { name: "Save" }).click();
    await see(statusMessage(page, "Saved successfully")).toBeInViewport();
  });

  test("a save conflict of side panels shows both versions, and saving again overwrites", async () => {
    const note = `Her note ${nextNumber()}`;
    const [first, second] = await twoAdmins();
    const page = await openSidebar({ scripts: true, as: first });
    await second.call("POST", "/api/sidebar", { notes: "His note" });
    await field(page, "AI Notes").fill(note);
    await page.getByRole("button", { name: "Save" }).click();
    await see(page.getByRole("alert")).toContainText("Somebody else changed these texts");
    await see(page.getByText("His note", { exact: true })).toBeVisible();
    await see(field(page, "AI Notes")).toHaveValue(note);
    await page.getByRole("button", { name: "Save" }).click();
    await see(statusMessage(page, "Saved successfully")).toBeVisible();
    await see(field(page, "AI Notes")).toHaveValue(note);
  });

  test("marks the current tab", async () => {
    const page = await stage.open("/admin", { scripts: true, as: await stage.app.signedIn("superadmin") });
    for (const name of ["Pro Picks Manager", "Sidebar Manager", "Picks Manager"]) {
      await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name, exact: true }).click();
      await see(page.getByRole("navigation", { name: "Admin" }).locator("[aria-current=page]")).toHaveText(name);
    }
  });

  test("pages through the resolved picks", async () => {
    const as = await stage.app.signedIn("admin");
    const settled = Array.from({ length: 21 }, (_, index) =>
      publish(as, { pick: `Paged ${index}`, verdict: "✅", units_result: "1" }, "propicks"),
    );
    await Promise.all(settled);
    const page = await stage.open("/admin/propicks", { scripts: true, as });
    const pager = page.getByRole("navigation", { name: "Pages" });
    await see(pager).toContainText("Page 1 of");
    await pager.getByRole("link", { name: "Next" }).click();
    await see(pager).toContainText("Page 2 of");
    await see(page.getByRole("heading", { name: "Resolved", exact: true })).toBeInViewport();
  });
});
