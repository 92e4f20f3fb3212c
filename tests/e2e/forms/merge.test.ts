import { describe, expect, test } from "vitest";
import { phone } from "../../support/pages/browser.ts";
import { nextNumber } from "../../support/database/factories.ts";
import { field, go, modes, publish, said, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();

describe.each(modes)("staff who save what a colleague changed meanwhile $mode", ({ scripts }) => {
  const someone = async () => ({ scripts, as: await stage.app.signedIn("admin") });

  test("are asked on a phone about what both changed, and the second save brings back nothing", async () => {
    const visitor = await someone();
    const id = await publish(visitor.as, { pick: `Jets ${nextNumber()}`, unit_size: "1", sim_confidence: "55" });
    const page = await stage.open(`/admin/picks/${id}`, { ...visitor, viewport: phone });
    await (await stage.app.signedIn("admin")).call("PUT", `/api/picks/${id}`, { unit_size: "2", sim_confidence: "58", sport: "NFL", game_date: "12/01/2026" });
    await field(page, "Sim confidence %").fill("60");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(field(page, "Sim confidence %")).toHaveAccessibleDescription(/^Changed by somebody else, too\. Saved by .+ 58 You typed 60$/);
    expect(await page.locator("[aria-invalid=true]").count()).toBe(1);
    for (const [label, value] of [["Unit size", "2"], ["Sport", "NFL"], ["Game date", "12/01/2026"], ["Sim confidence %", "60"]] as const) await see(field(page, label)).toHaveValue(value);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(said(page, "Pick saved: Boston Celtics @ New York Knicks, Jets")).toBeVisible();
    expect(await (await visitor.as.call("GET", `/api/picks/${id}`)).json()).toMatchObject({ unit_size: 2, sim_confidence: 60, sport: "NFL", game_date: "12/01/2026" });
  });

  test("find their own and the colleague's entries in the list, and in its form", async () => {
    const visitor = await someone();
    await visitor.as.call("POST", "/api/learn", { type: "tip", content: ["one", "two", "three"] });
    const page = await stage.open("/admin/learn", visitor);
    const form = page.getByRole("form", { name: "Bankroll Tips", exact: true });
    await visitor.as.call("POST", "/api/learn", { type: "tip", content: ["one", "two", "three", "four"] });
    await form.getByRole("textbox").fill("one\n---\nmy two\n---\nthree");
    await form.getByRole("button", { name: "Save Bankroll Tips" }).click();
    await see(said(page, "Content saved successfully! What ")).toContainText("changed meanwhile was kept: entries.");
    await see(form.getByRole("textbox")).toHaveValue("one\n\n---\n\nmy two\n\n---\n\nthree\n\n---\n\nfour");
  });

  test("are asked before they empty a list, and can put back what it held", async () => {
    const visitor = await someone();
    await visitor.as.call("POST", "/api/learn", { type: "tip", content: ["one", "two"] });
    const page = await stage.open("/admin/learn", { ...visitor, viewport: phone });
    const form = page.getByRole("form", { name: "Bankroll Tips", exact: true });
    await form.getByRole("textbox").fill("");
    await form.getByRole("button", { name: "Save Bankroll Tips" }).click();
    const box = form.getByRole("checkbox", { name: "Yes, empty it" });
    await see(box).toHaveAccessibleDescription("Bankroll Tips will be empty for members.");
    if (scripts) await see(box).toBeFocused();
    await box.check();
    await form.getByRole("button", { name: "Save Bankroll Tips" }).click();
    await see(said(page, "Content saved successfully!")).toBeVisible();
    await see(box).toHaveCount(0);
    await page.getByRole("button", { name: "Restore the last version of Bankroll Tips" }).click();
    await see(said(page, "The last version of Bankroll Tips is back.")).toBeVisible();
    await see(form.getByRole("textbox")).toHaveValue("one\n\n---\n\ntwo");
  });

  test("are asked before they empty a side panel, and can put back what it held", async () => {
    const visitor = await someone();
    await visitor.as.call("POST", "/api/sidebar", { results: "3-1", notes: "Rest", next: "9 AM" });
    const page = await stage.open("/admin/sidebar", visitor);
    await field(page, "AI Notes").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("checkbox", { name: "Yes, empty it" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await see(field(page, "AI Notes")).toHaveValue("");
    await see(page.getByRole("checkbox")).toHaveCount(0);
    await page.getByRole("button", { name: "Restore the last version" }).click();
    await see(said(page, "The last version is back.")).toBeVisible();
    await see(field(page, "AI Notes")).toHaveValue("Rest");
    await go(page, "/dashboard");
    await see(page.getByRole("complementary")).toContainText("Rest");
  });
});
