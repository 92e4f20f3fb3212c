import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { futureDate } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { fieldValue, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const closed = useApp({ PUBLIC_RECORD: "0" });
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("admin");
});

const day = futureDate(3);
const open = { game_date: day, time: "7:30 PM ET", odds: "-110", book: "DraftKings" };

test("a pick that staff make free is whole for everybody at once, and no other open pick is", async () => {
  const visitor = app.client();
  expect(await visitor.text("/free-pick")).toContain("There has been no free pick yet.");
  expect(await visitor.text("/")).not.toContain('aria-label="The free pick"');
  const id = await publish(staff, { ...open, pick: "Nuggets -4.5", why: "Their bench is rested." });
  const other = await publish(staff, { ...open, pick: "Lakers secret +4.5", why: "A member's reason." });
  const path = `/admin/free-pick/${id}`;
  expect(await staff.text(`/admin/picks/${id}`)).toContain(`href="${path}"`);
  expect(visibleText(await staff.text(path))).toContain("Make this the free pick of today");
  const answer = await staff.post(path, { free: "yes" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, `/admin/picks#p${id}`]);
  const [page, landing] = [await visitor.text("/free-pick"), await visitor.text("/")];
  for (const text of ["Nuggets -4.5", "DraftKings", "Their bench is rested.", `/record/picks/regular:${id}`])
    expect(page).toContain(text);
  expect(landing).toContain("Nuggets -4.5</h2>");
  for (const html of [page, landing, await visitor.text(`/record/picks/regular:${id}`)])
    expect([html.includes("secret"), html.includes("A member&#x27;s reason")]).toEqual([false, false]);
  expect(await staff.text("/admin/picks")).toContain("<span>Free · -110 DraftKings · ");

  const asked = await staff.post(`/admin/free-pick/${other}`, { free: "yes" });
  const question = await asked.text();
  expect([asked.status, visibleText(question)]).toEqual([409, expect.stringContaining("Nuggets -4.5 is free today.")]);
  const confirm = /name="confirm" value="([^"]+)"/.exec(question)?.[1] ?? "";
  expect(fieldValue(question, "free")).toBe("yes");
  expect((await staff.post(`/admin/free-pick/${other}`, { free: "yes", confirm })).status).toBe(303);
  expect(await visitor.text("/free-pick")).toContain("Lakers secret +4.5");
  expect((await staff.post(`/admin/free-pick/${other}`, { free: "no" })).status).toBe(303);
  expect([await visitor.text("/free-pick"), await visitor.text("/")].join()).not.toContain("secret");
});

test("the page says when the last one was, and has no links to a record that only members see", async () => {
  const admin = await closed.signedIn("admin");
  const id = await publish(admin, {
    pick: "Knicks +2",
    game_date: "11/20/2026",
    starts_at: "2026-11-20T23:00:00.000Z",
    odds: "-110",
    verdict: "✅",
  });
  const at = "2026-11-20T14:00:00.000Z";
  await closed.db
    .insertInto("free_picks")
    .values({ day: "2026-11-20", stream: "regular", pick_id: id, marked_at: at })
    .execute();
  const html = await closed.client().text("/free-pick");
  expect(visibleText(html)).toContain("No free pick today. The last one was on Nov 20: Knicks +2 (-110), won.");
  expect(html).not.toContain("/record");
});
