import { beforeEach, expect, test } from "vitest";
import { formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { dateIn } from "../../../app/time/zone-time.ts";
import type { Client } from "../../support/app/app.ts";
import { publish } from "../../support/database/picks.ts";
import { panels } from "../../support/database/sidebar.ts";
import { middayZone } from "../../support/midday.ts";
import { alerts, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp({ SITE_TIMEZONE: middayZone });
let staff: Client;
beforeEach(async () => {
  await app.reset();
  staff = await app.signedIn("admin");
});

test("empty panels say so", async () => {
  const text = visibleText(await staff.text("/dashboard"));
  for (const empty of ["No recent results yet.", "No AI notes available.", "Update time not set."])
    expect(text).toContain(empty);
  expect(await (await staff.call("GET", "/api/sidebar")).json()).toEqual(panels("", "", ""));
});

test("the form saves with one notice, and members see the line breaks", async () => {
  const answer = await staff.post("/admin/sidebar", {
    results: "3-1\r\n+2.4u",
    notes: "Watch <b>late</b> scratches",
    next: "9 AM",
    version: fieldValue(await staff.text("/admin/sidebar"), "version"),
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/sidebar"]);
  expect(alerts(await staff.text("/admin/sidebar"))).toEqual(["Saved successfully"]);
  expect(alerts(await staff.text("/admin/sidebar"))).toEqual([]);
  const html = await (await app.signedIn("user")).text("/dashboard");
  expect(html).toContain('<p class="pre">3-1\n+2.4u</p>');
  expect(html).toContain("Watch &lt;b&gt;late&lt;/b&gt; scratches");
});

test("an API call may save one text, and answers all of them", async () => {
  await staff.call("POST", "/api/sidebar", { results: "R", notes: "N", next: "X" });
  const answer = await staff.call("POST", "/api/sidebar", { notes: "new" });
  expect([answer.status, await answer.json()]).toEqual([200, panels("R", "new", "X")]);
});

test("a stale form answers 409 with both versions", async () => {
  const version = fieldValue(await staff.text("/admin/sidebar"), "version");
  await staff.call("POST", "/api/sidebar", { notes: "theirs" });
  const answer = await staff.post("/admin/sidebar", { results: "mine", notes: "mine", next: "mine", version });
  const html = await answer.text();
  expect([answer.status, fieldValue(html, "notes")]).toEqual([409, "mine"]);
  expect(visibleText(html)).toMatch(/Saved by .* theirs You typed mine/);
  expect(
    (
      await staff.post("/admin/sidebar", {
        results: "mine",
        notes: "mine",
        next: "mine",
        version: fieldValue(html, "version"),
      })
    ).status,
  ).toBe(303);
});

test("emptying a panel needs the confirmation box, and the last version can be restored", async () => {
  await staff.call("POST", "/api/sidebar", { results: "R", notes: "N", next: "X" });
  const version = fieldValue(await staff.text("/admin/sidebar"), "version");
  const asked = await staff.post("/admin/sidebar", { results: "", notes: "", next: "X", version });
  const html = await asked.text();
  expect([asked.status, alerts(html)]).toEqual([
    422,
    ["Nothing was saved yet: this would empty Recent Results and AI Notes. Check the box below if you mean it."],
  ]);
  expect(html).toMatch(/<input type="checkbox" name="confirm_empty"[^>]* value="yes"/);
  expect(
    (await staff.post("/admin/sidebar", { results: "", notes: "", next: "X", version, confirm_empty: "yes" })).status,
  ).toBe(303);
  const page = await staff.text("/admin/sidebar");
  expect([alerts(page), page.includes('name="confirm_empty"'), page.includes("Restore the last version")]).toEqual([
    ["Saved successfully"],
    false,
    true,
  ]);
  expect(
    (await staff.post("/admin/sidebar/restore", { version: fieldValue(page, "version") })).headers.get("location"),
  ).toBe("/admin/sidebar");
  expect(alerts(await staff.text("/admin/sidebar"))).toEqual(["Restored the last version."]);
  expect(await (await staff.call("GET", "/api/sidebar")).json()).toEqual(panels("R", "N", "X"));
});

test("a text that is too long is refused at its field and kept in the form", async () => {
  const long = "x".repeat(5001);
  const answer = await staff.post("/admin/sidebar", { results: "r", notes: long, next: "n" });
  const html = await answer.text();
  expect([answer.status, fieldError(html, "notes"), fieldValue(html, "notes") === long]).toEqual([
    422,
    "At most 5,000 characters.",
    true,
  ]);
});

test.each([
  ["a number", 5],
  ["a list", ["a"]],
  ["an object", {}],
  ["a NUL", "a\u0000b"],
  ["half a surrogate pair", "a\ud800b"],
])("%s is refused as a text", async (_title, notes) => {
  const answer = await staff.call("POST", "/api/sidebar", { notes });
  expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, ["notes"]]);
});

test("the form may show the last 7 days' record, which is always current; the text stays stored", async () => {
  await staff.call("POST", "/api/sidebar", { results: "3-1", results_by: "text", notes: "N", next: "X" });
  const member = await app.signedIn("user");
  const form = await staff.text("/admin/sidebar");
  expect(form).toMatch(/<option[^>]*value="text"[^>]*selected=""[^>]*>The text below</);
  const fields = { results: "3-1", notes: "N", next: "X", version: fieldValue(form, "version") };
  expect((await staff.post("/admin/sidebar", { ...fields, results_by: "record" })).status).toBe(303);
  const saved = await staff.text("/admin/sidebar");
  expect(saved).toMatch(/<option[^>]*value="record"[^>]*selected=""/);
  expect(fieldValue(saved, "results")).toBe("3-1");
  expect(await member.text("/dashboard")).toContain('<p class="pre">No results in the last 7 days.</p>');
  const game_date = formatCalendarDate(dateIn(middayZone, new Date()));
  await publish(staff, { game_date, verdict: "✅", units_result: "1.2" }, "/api/propicks");
  const shown = "Last 7 days, pro picks: 1-0, +1.20 units.";
  const page = await member.text("/dashboard");
  expect([page.includes(`<p class="pre">${shown}</p>`), page.includes("3-1")]).toEqual([true, false]);
  expect(await (await member.call("GET", "/api/sidebar")).json()).toEqual({
    ...panels("3-1", "N", "X"),
    results_by: "record",
    results_shown: shown,
  });
});

test("an unknown choice is refused at its field, and a conflict names the choices", async () => {
  const refused = await staff.post("/admin/sidebar", { results: "R", results_by: "both" });
  expect([refused.status, fieldError(await refused.text(), "results_by")]).toEqual([422, "Choose text or record."]);
  await staff.call("POST", "/api/sidebar", { results_by: "record" });
  const answer = await staff.post("/admin/sidebar", { results_by: "text", version: "900" });
  expect([answer.status, visibleText(await answer.text())]).toEqual([
    409,
    expect.stringContaining("The last 7 days' record, always current You typed The text below"),
  ]);
  await staff.call("POST", "/api/sidebar", { results_by: "text" });
});
