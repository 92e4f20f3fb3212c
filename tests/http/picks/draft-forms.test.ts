/** Drafts in the staff's forms: saved, reviewed, published and discarded without scripts. */
import { beforeEach, describe, expect, test } from "vitest";
import { draftsPageSize } from "../../../app/models/picks/pick.ts";
import type { Client } from "../../support/app/app.ts";
import { formFields, nextNumber, upcomingDate } from "../../support/database/factories.ts";
import { everything, publish } from "../../support/database/picks.ts";
import { alerts, fieldValue } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let staff: Client;
let member: Client;
beforeEach(async () => {
  await app.reset();
  staff = await app.signedIn("superadmin");
  member = await app.signedIn("user");
});

describe.each([
  { stream: "regular", manager: "/admin/picks", api: "/api/picks", open: "/dashboard" },
  { stream: "pro", manager: "/admin/propicks", api: "/api/propicks", open: "/propicks" },
] as const)("a draft of a $stream pick", ({ manager, api, open }) => {
  const review = `${manager}/review`;
  /** A draft by the form, with its boxes as the page has them. */
  const draft = async (changes: Readonly<Record<string, unknown>> = {}) => {
    const pick = `Knicks +${nextNumber()}`;
    const answer = await staff.post(manager, formFields({ pick, draft: "true", ...changes }));
    const id = answer.headers.get("location")?.split("=")[1] ?? "";
    const html = await staff.text(manager);
    const box = new RegExp(`name="(draft_${id}_\\d+)"`).exec(html)?.[1] ?? "";
    const ticked = { [box]: id };
    return { id, pick, html, ticked };
  };

  test("is saved by its button, and stands over the tables alone", async () => {
    const { id, pick, html } = await draft();
    expect(alerts(html)[0]).toMatch(new RegExp(`^Draft saved: ${pick.replace("+", "\\+")}\\.`));
    expect(html).toMatch(/To review<\/h2>/);
    expect(html.indexOf(`name="draft_${id}_1"`)).toBeLessThan(html.indexOf(">Unresolved</h2>"));
    expect(await member.text(open)).not.toContain(pick);
    expect((await member.call("GET", `${api}/${id}`)).status).toBe(404);
    const edit = await staff.text(`${manager}/${id}`);
    expect([edit.includes(">Edit Draft</h2>"), fieldValue(edit, "pick")]).toEqual([true, pick]);
  });

  test("is published by its box", async () => {
    const { id, pick, ticked } = await draft();
    const answer = await staff.post(review, { ...ticked, do: "publish" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, manager]);
    const html = await staff.text(manager);
    expect([alerts(html), html.includes(`name="draft_${id}_`)]).toEqual([["1 pick published."], false]);
    expect(await member.text(open)).toContain(pick);
    await staff.post(review, { ...ticked, do: "publish" });
    expect(alerts(await staff.text(manager))).toEqual(["1 was no longer a draft."]);
  });

  test("asks what is unusual, and keeps the boxes", async () => {
    const { id, pick, ticked } = await draft({ unit_size: "6" });
    const before = await everything(app);
    const asked = await staff.post(review, { ...ticked, do: "publish" });
    const html = await asked.text();
    expect([asked.status, await everything(app)]).toEqual([409, before]);
    expect(html).toContain("Its stake is over 5 units: 6u.");
    expect(html).toMatch(new RegExp(`<input[^>]*name="draft_${id}_1"[^>]*checked`));
    const confirm = fieldValueOfButton(html, "Publish anyway");
    expect((await staff.post(review, { ...ticked, do: "publish", confirm })).status).toBe(303);
    expect(await member.text(open)).toContain(pick);
  });

  test("is discarded after a question", async () => {
    const { id, pick, ticked } = await draft();
    const asked = await staff.post(review, { ...ticked, do: "discard" });
    const html = await asked.text();
    expect([asked.status, html.includes("Are you sure you want to discard these drafts?")]).toEqual([409, true]);
    const confirm = fieldValueOfButton(html, "Discard them");
    expect(confirm).toContain(pick);
    expect((await staff.post(review, { ...ticked, do: "discard", confirm })).status).toBe(303);
    expect(alerts(await staff.text(manager))).toEqual(["1 draft discarded."]);
    expect((await staff.call("GET", `${api}/${id}`)).status).toBe(404);
  });

  test("is not published unseen: neither without a box, nor after a change", async () => {
    const { id, ticked } = await draft();
    const none = await staff.post(review, { do: "publish" });
    expect([none.status, alerts(await none.text())]).toEqual([422, ["Select at least one draft."]]);
    await staff.call("PUT", `${api}/${id}`, { pick: "Knicks +99" });
    const changed = await staff.post(review, { ...ticked, do: "publish" });
    expect([changed.status, alerts(await changed.text())[0]]).toEqual([
      409,
      expect.stringMatching(/^Knicks \+99, .* was changed in the meantime\. Check it below, then decide\.$/),
    ]);
    expect((await (await staff.call("GET", `${api}/${id}`)).json()).published_at).toBeNull();
  });

  test("two hundred are reviewed at once", async () => {
    const ids: number[] = [];
    for (let count = 0; count < 200; count += 1)
      ids.push(await publish(staff, { pick: `Knicks +${nextNumber()}`, game_date: upcomingDate(), draft: true }, api));
    const boxes = Object.fromEntries(ids.map((id) => [`draft_${id}_1`, id]));
    expect((await staff.post(review, { ...boxes, do: "publish" })).status).toBe(303);
    expect(alerts(await staff.text(manager))).toEqual(["200 picks published."]);
  });
});

test("the next form has the sport, tag, date and time of the pick before; a copy has its bet too", async () => {
  const fields = formFields({ pick: "Knicks +7", sport: "NBA", odds: "-105", book: "FanDuel" });
  const { headers } = await staff.post("/admin/picks", fields);
  const next = await staff.text(headers.get("location") ?? "");
  const kept = ["sport", "tag", "game_date", "time", "pick", "book", "odds"].map((name) => fieldValue(next, name));
  expect(kept).toEqual(["NBA", fields.tag, fields.game_date, fields.time, "", "", ""]);
  expect(next).toMatch(/<input[^>]*name="game"[^>]*autofocus/i);
  const copy = await staff.text((headers.get("location") ?? "").replace("after", "copy"));
  const copied = ["pick", "book", "odds", "unit_size", "market"].map((name) => fieldValue(copy, name));
  expect(copied).toEqual(["Knicks +7", "FanDuel", "-105", fields.unit_size, ""]);
});

function fieldValueOfButton(html: string, text: string): string {
  const button = new RegExp(`<button[^>]*value="([^"]*)"[^>]*>${text}</button>`).exec(html);
  return button?.[1]?.replaceAll("&#x27;", "'").replaceAll("&amp;", "&") ?? "";
}

test("many drafts have pages, and a refused review stays on its own", async () => {
  for (let count = 0; count <= draftsPageSize; count += 1)
    await staff.post("/admin/picks", formFields({ pick: `Heat +${nextNumber()}`, draft: "true" }));
  const first = await staff.text("/admin/picks");
  const boxes = (html: string) => [...html.matchAll(/name="draft_\d+_\d+"/g)].length;
  expect(boxes(first)).toBe(draftsPageSize);
  expect(first).toContain('href="/admin/picks?drafts=2#drafts"');
  const second = await staff.text("/admin/picks?drafts=2");
  expect(boxes(second)).toBeGreaterThan(0);
  const action = /action="([^"]*\/review[^"]*)"/.exec(second)?.[1] ?? "";
  expect(action).toBe("/admin/picks/review?drafts=2#drafts");
  const refused = await staff.post("/admin/picks/review?drafts=2", { do: "publish" });
  expect([refused.status, boxes(await refused.text())]).toEqual([422, boxes(second)]);
});
