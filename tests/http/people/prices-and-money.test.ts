import { describe, expect, test } from "vitest";
import { createPick } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const fields = { market: "moneyline", side: "home", odds: -110 } as const;

describe("a member who chose decimal odds reads them", () => {
  test("on Today's Picks and in the history, and others read American ones", async () => {
    const member = await app.signedIn("user");
    await createPick(app.db, { pick: "Celtics ML", ...fields, odds: 143 });
    const staff = await app.signedIn("admin");
    const settled = {
      pick: "Bulls ML",
      game: "Chicago Bulls @ Boston Celtics",
      odds: "-110",
      verdict: "✅",
      closing_line: "-125",
      units_result: "1.36",
    };
    await publish(staff, { game_date: "11/20/2026", ...settled });
    await member.post("/settings", { odds_format: "decimal" });
    const [open, history] = [await member.text("/dashboard"), await member.text("/history")];
    expect([open.includes("<b>2.43</b>"), open.includes("+143")]).toEqual([true, false]);
    expect(history).toMatch(/<dd>1\.91<\/dd>/);
    expect(history).toMatch(/1\.80/);
    const other = await app.signedIn("user");
    expect(await other.text("/dashboard")).toContain("<b>+143</b>");
  });

  test("and a price that the pick's own text says in American odds is there in decimal ones", async () => {
    const member = await app.signedIn("user");
    await createPick(app.db, { pick: "Lakers -3.5 (-112)", market: "spread", side: "home", line: -3.5, odds: -112 });
    await member.post("/settings", { odds_format: "decimal" });
    expect(await member.text("/dashboard")).toContain("<b>1.89</b>");
  });
});

describe("a member who told what a unit is", () => {
  test("reads it on the cards, and nobody else does", async () => {
    const member = await app.signedIn("user");
    const pick = await createPick(app.db, { pick: "Knicks ML", odds: -110, unit_size: 1.25 });
    await member.post("/settings", { bankroll: "2500", unit: "1%" });
    expect(await member.text("/dashboard")).toContain("1.25u = $31.25 to win $28.41");
    await member.post("/dashboard", { pick_id: String(pick.id) });
    expect(await member.text("/dashboard")).toContain("1.25u open, $31.25");
    expect(await member.text("/my-card")).toContain("1.25u open, $31.25");
    const other = await app.signedIn("user");
    await other.post("/dashboard", { pick_id: String(pick.id) });
    const theirs = await other.text("/dashboard");
    expect([theirs.includes("1.25u open"), theirs.includes("$31.25")]).toEqual([true, false]);
  });

  test("is warned above 5% of the bankroll open at once", async () => {
    const member = await app.signedIn("user");
    const [one, two] = [await createPick(app.db, { unit_size: 4 }), await createPick(app.db, { unit_size: 1.5 })];
    await member.post("/settings", { bankroll: "1000", unit: "10" });
    await member.post("/dashboard", { pick_id: String(one.id) });
    expect(await member.text("/my-card")).not.toContain("of your bankroll");
    await member.post("/dashboard", { pick_id: String(two.id) });
    expect(await member.text("/my-card")).toContain("Your open picks are 5.5% of your bankroll.");
  });

  test("is asked about a unit above 5%, with what was typed kept", async () => {
    const member = await app.signedIn("user");
    const asked = await member.post("/settings", { bankroll: "1000", unit: "8%" });
    const html = await asked.text();
    expect([asked.status, html.includes('value="8%"'), html.includes('name="confirm_unit"')]).toEqual([
      422,
      true,
      true,
    ]);
    await member.post("/settings", { bankroll: "1000", unit: "8%", confirm_unit: "yes" });
    expect(await member.text("/settings")).toContain('value="8%"');
  });
});
