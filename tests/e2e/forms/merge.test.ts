import { describe, expect, test } from "vitest";
import { phone } from "../../support/pages/browser.ts";
import { futureDate, nextNumber, upcomingDate } from "../../support/database/factories.ts";
import { field, go, modes, publish, statusMessage, see, useStage } from "../../support/app/stage.ts";

const stage = useStage();
const later = futureDate(6);

describe.each(modes)("merging concurrent edits $mode", ({ scripts }) => {
  const newAdmin = async () => ({ scripts, as: await stage.app.signedIn("admin") });

  test("reports only fields changed by both, on a phone, and the second save keeps the other editor's changes", async () => {
    const visitor = await newAdmin();
    const id = await publish(visitor.as, {
      game_date: upcomingDate(),
      pick: `Jets ${nextNumber()}`,
      unit_size: "1",
      sim_confidence: "55",
    });
    const page = await stage.open(`/admin/picks/${id}`, { ...visitor, viewport: phone });
    await (
      await stage.app.signedIn("admin")
    ).call("PUT", `/api/picks/${id}`, { unit_size: "2", sim_confidence: "58", sport: "NFL", game_date: later });
    await field(page, "Sim confidence %").fill("60");
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(field(page, "Sim confidence %")).toHaveAccessibleDescription(
      /^Changed by somebody else, too\. Saved by .+ 58 You typed 60$/,
    );
    expect(await page.locator("[aria-invalid=true]").count()).toBe(1);
    for (const [label, value] of [
      ["Unit size", "2"],
      ["Sport", "NFL"],
      ["Game date", later],
      ["Sim confidence %", "60"],
    ] as const)
      await see(field(page, label)).toHaveValue(value);
    await page.getByRole("button", { name: "Save Changes" }).click();
    await see(statusMessage(page, "Pick saved: Boston Celtics @ New York Knicks, Jets")).toBeVisible();
    expect(await (await visitor.as.call("GET", `/api/picks/${id}`)).json()).toMatchObject({
      unit_size: 2,
      sim_confidence: 60,
      sport: "NFL",
      game_date: later,
    });
  });
});

describe("merging concurrent edits with scripts", () => {
  const newAdmin = async () => ({ scripts: true, as: await stage.app.signedIn("admin") });

  test("merges both editors' entries in the list and its form", async () => {
    const visitor = await newAdmin();
    await visitor.as.call("POST", "/api/learn", { type: "tip", content: ["one", "two", "three"] });
    const page = await stage.open("/admin/learn", visitor);
    const form = page.getByRole("form", { name: "Bankroll Tips", exact: true });
    await visitor.as.call("POST", "/api/learn", { type: "tip", content: ["one", "two", "three", "four"] });
    await form.getByRole("textbox").fill("one\n---\nmy two\n---\nthree");
    await form.getByRole("button", { name: "Save Bankroll Tips" }).click();
    await see(statusMessage(page, "Content saved successfully! Changes by ")).toContainText("were kept: entries.");
    await see(form.getByRole("textbox")).toHaveValue("one\n\n---\n\nmy two\n\n---\n\nthree\n\n---\n\nfour");
  });

  test("asks before a list is emptied, which can be restored", async () => {
    const visitor = await newAdmin();
    await visitor.as.call("POST", "/api/learn", { type: "tip", content: ["one", "two"] });
    const page = await stage.open("/admin/learn", { ...visitor, viewport: phone });
    const form = page.getByRole("form", { name: "Bankroll Tips", exact: true });
    await form.getByRole("textbox").fill("");
    await form.getByRole("button", { name: "Save Bankroll Tips" }).click();
    const box = form.getByRole("checkbox", { name: "Yes, empty it" });
    await see(box).toHaveAccessibleDescription("Bankroll Tips will be empty for members.");
    await see(box).toBeFocused();
    await box.check();
    await form.getByRole("button", { name: "Save Bankroll Tips" }).click();
    await see(statusMessage(page, "Content saved successfully!")).toBeVisible();
    await see(box).toHaveCount(0);
    await page.getByRole("button", { name: "Restore the last version of Bankroll Tips" }).click();
    await see(statusMessage(page, "Restored the last version of Bankroll Tips.")).toBeVisible();
    await see(form.getByRole("textbox")).toHaveValue("one\n\n---\n\ntwo");
  });

  test("asks before a side panel is emptied, which can be restored", async () => {
    const visitor = await newAdmin();
    await visitor.as.call("POST", "/api/sidebar", { results: "3-1", notes: "Rest", next: "9 AM" });
    const page = await stage.open("/admin/sidebar", visitor);
    await field(page, "AI Notes").fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("checkbox", { name: "Yes, empty it" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await see(field(page, "AI Notes")).toHaveValue("");
    await see(page.getByRole("checkbox")).toHaveCount(0);
    await page.getByRole("button", { name: "Restore the last version" }).click();
    await see(statusMessage(page, "Restored the last version.")).toBeVisible();
    await see(field(page, "AI Notes")).toHaveValue("Rest");
    await go(page, "/dashboard");
    await see(page.getByRole("complementary")).toContainText("Rest");
  });
});
