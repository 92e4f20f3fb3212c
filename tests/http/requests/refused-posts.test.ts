/** A refused form still gets a page with the site's frame and the sender's sign-in state. */
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp({ COMMUNITY_URL: "https://community.test/", HELPLINE_TEXT: "Need help? Call 0800 1234." });
let member: Client;
let staff: Client;
beforeAll(async () => {
  [member, staff] = [await app.signedIn("user"), await app.signedIn("admin")];
});

const refusals: Readonly<Record<string, { status: number; post: () => Promise<Response> }>> = {
  "a deleted pick": { status: 404, post: () => member.post("/dashboard", { pick_id: 999_999 }) },
  "a page without a form": { status: 405, post: () => member.post("/history") },
  "a form that is too long": {
    status: 413,
    post: () => member.post("/settings", { display_mode: "x".repeat(70_000) }),
  },
  "a members-only action": { status: 403, post: () => staff.post("/dashboard", { pick_id: 1 }) },
};

test.each(Object.keys(refusals))("%s is refused on a page with the signed-in frame", async (what) => {
  const { status, post } = refusals[what] ?? { status: 0, post: () => member.get("/") };
  const answer = await post();
  const html = await answer.text();
  expect([
    answer.status,
    html.includes('action="/logout"'),
    html.includes("Member Login"),
    html.includes("Go to Today&#x27;s Picks"),
  ]).toEqual([status, true, false, true]);
  expect([html.includes("https://community.test/"), visibleText(html).includes("Need help? Call 0800 1234.")]).toEqual([
    true,
    true,
  ]);
});

test("the hydration data has the same frame, so hydration changes nothing", async () => {
  const name = "Ann </script><b>&";
  await member.post("/profile?index", { name, phone: "" });
  const html = await (await member.post("/history")).text();
  const contextJson = /window\.__remixContext = (\{.*?\});/.exec(html)?.[1] ?? "{}";
  expect(JSON.parse(contextJson)).toMatchObject({
    state: {
      loaderData: { root: { person: { name, role: "user" }, site: { communityUrl: "https://community.test/" } } },
    },
  });
  expect(html).not.toContain("</script><b>");
});

test("the display mode is the reader's own, signed in or out", async () => {
  await member.post("/settings", { email_notifications: "enabled", sms_alerts: "disabled", display_mode: "light" });
  await member.get("/settings");
  expect(await (await member.post("/history")).text()).toContain('data-theme="light"');
  await member.post("/logout");
  const html = await (await member.post("/dashboard", { pick_id: 1 })).text();
  expect([
    html.includes('data-theme="light"'),
    html.includes("Member Login"),
    html.includes("https://community.test/"),
  ]).toEqual([true, true, true]);
});
