import { expect, test } from "vitest";
import { visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const fields = {
  quiet_from: "22:30",
  quiet_until: "07:00",
  quiet_late: "never",
  zone: "Asia/Kolkata",
  push_text: "count",
};

/** The names of the ticked boxes. */
const tickedIn = (html: string) =>
  [...html.matchAll(/<input type="checkbox"[^>]*>/g)]
    .map(([box]) => box)
    .filter((box) => box.includes("checked"))
    .map((box) => /name="([^"]+)"/.exec(box)?.[1]);

test("a form saves kinds, sports and quiet hours, and the page shows them", async () => {
  const member = await app.signedIn("user");
  const answer = await member.post("/settings/news", { ...fields, "new-picks.mail": "yes", "sport.NBA": "yes" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/settings"]);
  const html = await member.text("/settings");
  expect(html).toContain("News settings saved.");
  expect(tickedIn(html)).toEqual(["new-picks.mail", "sport.NBA"]);
  const form = html.slice(html.indexOf("Save Settings"));
  expect(form.match(/selected=""[^>]*>([^<]+)/g)).toEqual([
    'selected="">Kolkata (India Standard Time)',
    'selected="">Don&#x27;t send it',
    'selected="">Only &quot;3 new picks&quot;',
  ]);
  expect(form).toContain('value="22:30"');
});

test("a refused form shows what was typed and ticked, with its error", async () => {
  const member = await app.signedIn("user");
  const answer = await member.post("/settings/news", { ...fields, quiet_until: "", "pick-starts.mail": "yes" });
  const html = await answer.text();
  expect([
    answer.status,
    html.includes("Enter both times, or leave both blank for no quiet hours."),
    tickedIn(html),
  ]).toEqual([422, true, ["pick-starts.mail"]]);
  expect(html).toContain('value="22:30"');
});

test("the page says why no news goes out by email", async () => {
  const off = "You won't get news by email while Email Notifications are disabled.";
  const member = await app.signedIn("user");
  expect(visibleText(await member.text("/settings"))).not.toContain("You won't get news by email");
  await member.post("/settings", { email_notifications: "disabled" });
  expect(visibleText(await member.text("/settings"))).toContain(off);
});

test("somebody without a card sees no kinds about one", async () => {
  const boxes = async (role: "user" | "admin") =>
    [...(await (await app.signedIn(role)).text("/settings")).matchAll(/name="([a-z-]+)\.(?:mail|push)"/g)].map(
      ([, kind]) => kind,
    );
  expect(new Set(await boxes("admin"))).toEqual(
    new Set(["new-picks", "new-pro-picks", "daily-summary", "announcements"]),
  );
  expect(new Set(await boxes("user")).size).toBe(7);
});
