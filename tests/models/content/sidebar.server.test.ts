import { beforeEach, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { findSidebar, readSidebarManagerPage, saveSidebar } from "../../../app/models/content/sidebar.server.ts";
import { actorOf } from "../../support/database/factories.ts";
import { panels } from "../../support/database/sidebar.ts";

const [admin, member] = [actorOf("admin"), actorOf("user")];

const first = await db
  .selectFrom("sidebar")
  .select(["results", "results_by", "notes", "next"])
  .executeTakeFirstOrThrow();
beforeEach(() => db.updateTable("sidebar").set(first).execute());

it("is empty at first", async () => expect(await findSidebar(member, {})).toEqual(panels("", "", "")));

it("saves the given panels with their line breaks and keeps the others", async () => {
  await saveSidebar(admin, { results: "NBA 2-1\r\nMLB 0-1", notes: "Rest matters" });
  expect(await saveSidebar(admin, { next: " 8:00 AM " })).toEqual(
    panels("NBA 2-1\nMLB 0-1", "Rest matters", "8:00 AM"),
  );
  expect(await findSidebar(member, {})).toEqual(panels("NBA 2-1\nMLB 0-1", "Rest matters", "8:00 AM"));
});

it("clears a panel that is saved as empty", async () => {
  await saveSidebar(admin, { notes: "Rest matters", next: "8:00 AM" });
  expect(await saveSidebar(admin, { notes: "" })).toMatchObject({ notes: "", next: "8:00 AM" });
});

it("refuses a stale save with what is saved now", async () => {
  const { version } = await readSidebarManagerPage(admin, {});
  await saveSidebar(admin, { notes: "Theirs", version: String(version) });
  await saveSidebar(admin, { notes: "Theirs" });
  await expect(saveSidebar(admin, { notes: "Mine", version: String(version) })).rejects.toMatchObject({
    reason: "conflict",
    saved: { notes: "Theirs", version: String(version + 1) },
  });
  expect(await findSidebar(member, {})).toMatchObject({ notes: "Theirs" });
});

it("accepts a form that is sent twice", async () => {
  const { version } = await readSidebarManagerPage(admin, {});
  const form = { results: "NBA 3-1", notes: "Twice", next: "", version: String(version) };
  for (let time = 0; time < 2; time += 1)
    expect(await saveSidebar(admin, form)).toEqual(panels("NBA 3-1", "Twice", ""));
  expect((await readSidebarManagerPage(admin, {})).version).toBe(version + 1);
});

it("refuses each field that is too long or has invalid characters", async () => {
  await expect(saveSidebar(admin, { notes: "x".repeat(5001), next: "a\u0000" })).rejects.toMatchObject({
    reason: "invalid",
    fields: { notes: "At most 5,000 characters.", next: "Contains a character that can't be stored." },
  });
});

it("leaves a trail with the texts before and after", async () => {
  await saveSidebar(admin, { notes: "Theirs" });
  await saveSidebar(admin, { notes: "Latest" });
  const last = await db
    .selectFrom("audit")
    .selectAll()
    .where("subject", "=", "sidebar")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(last).toMatchObject({ actor_id: 1, action: "sidebar.changed", subject_id: 1 });
  expect([last.before, last.after].map((text): unknown => JSON.parse(text ?? "null"))).toEqual([
    expect.objectContaining({ notes: "Theirs" }),
    expect.objectContaining({ notes: "Latest" }),
  ]);
});

it("can be changed only by content staff", async () => {
  for (const role of ["user", "propicksmanager"] as const)
    await expect(saveSidebar(actorOf(role), { notes: "x" })).rejects.toMatchObject({ reason: "forbidden" });
});
