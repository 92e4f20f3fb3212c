/** The operator's texts on a real site, and a new one that waits for them. */
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";

// Without SAMPLES=keep, as a new operator starts it.
const app = useApp({ SAMPLES: "" });
let superadmin: Client;
const visitor = () => app.client();
beforeAll(async () => {
  superadmin = await app.signedIn("superadmin");
});

async function saveText(name: string, body?: string): Promise<Response> {
  const html = await superadmin.text(`/admin/site/${name}`);
  return superadmin.post(`/admin/site/${name}`, {
    body: body ?? fieldValue(html, "body"),
    version: fieldValue(html, "version"),
  });
}

test("a new site sells nothing until its legal texts were saved, and says so to those who can do it", async () => {
  for (const path of ["/pricing", "/checkout"])
    expect(visibleText(await visitor().text(path))).toContain("Not open yet.");
  expect(visibleText(await visitor().text("/signup?payment_success=true"))).toContain("This site is not open yet.");
  expect((await visitor().post("/checkout", { age_confirmed: "yes" })).status).toBe(409);
  expect((await visitor().call("POST", "/api/signup", { ...person, email: "early@members.example" })).status).toBe(409);
  expect(await visitor().text("/")).not.toContain("Sample quotes");
  expect(visibleText(await superadmin.text("/admin/site"))).toContain(
    "Nobody can sign up yet. Read and save Terms, Privacy, Responsible Gaming first.",
  );

  for (const name of ["terms", "privacy"]) expect((await saveText(name)).status).toBe(303);
  expect(visibleText(await superadmin.text("/admin/site"))).toContain("Read and save Responsible Gaming first.");
  await saveText("responsible-gaming");
  expect(visibleText(await visitor().text("/pricing"))).toContain("Get Started");
  expect((await visitor().call("POST", "/api/signup", { ...person, email: "first@members.example" })).status).toBe(201);
  expect(visibleText(await superadmin.text("/admin/site"))).not.toContain("Nobody can sign up yet.");
});

const person = {
  name: "First Member",
  phone: "555-0100",
  password: "line-shopping-2026",
  confirm_password: "line-shopping-2026",
};

test("quotes that were kept on purpose are shown, as what they are", async () => {
  await saveText("quotes");
  expect(await visitor().text("/")).toContain("Sample quotes");
  await saveText("quotes", "Calm. | Ann B. | Member");
  const html = await visitor().text("/");
  expect([html.includes("Calm."), html.includes("Sample quotes")]).toEqual([true, false]);
});

test("a name and a logo are on every page, in the manifest and in the tab", async () => {
  await saveText("name", "Best <Bets>");
  await saveText("logo", '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>');
  const html = await visitor().text("/terms");
  expect(html).toContain("<title>Terms · Best &lt;Bets&gt;</title>");
  const [, address = ""] = /<img src="(\/logo\.svg\?v=\d+)"/.exec(html) ?? [];
  const logo = await visitor().get(address);
  expect([logo.status, logo.headers.get("content-type"), logo.headers.get("content-security-policy")]).toEqual([
    200,
    "image/svg+xml; charset=utf-8",
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  ]);
  expect(await (await visitor().get("/manifest.webmanifest")).json()).toMatchObject({ name: "Best <Bets>" });
});

test("a wrong line is named, with what was typed; a preview shows the rows and the last version comes back", async () => {
  const refused = await saveText("sample-results", "NBA | one");
  const html = await refused.text();
  expect([refused.status, fieldError(html, "body"), fieldValue(html, "body")]).toEqual([
    422,
    "Line 1: needs 5 parts, separated by |: Sport | Game | WON or LOST | Pick | Date.",
    "NBA | one",
  ]);
  const row = "NBA | A @ B | WON | B -3 | 11/19/2026";
  const preview = await superadmin.post("/admin/site/sample-results/preview", { body: row, version: "1" });
  expect(visibleText(await preview.text())).toContain("Sport: NBA · Game: A @ B");
  await saveText("sample-results", row);
  expect(visibleText(await visitor().text("/"))).toContain("A @ B");
  const version = fieldValue(await superadmin.text("/admin/site/sample-results"), "version");
  expect((await superadmin.post("/admin/site/sample-results/restore", { version })).status).toBe(303);
  expect(visibleText(await visitor().text("/"))).toContain("Miami Heat @ Boston Celtics");
});

test("questions open under the price; How It Works says what a losing month looks like", async () => {
  const pricing = await visitor().text("/pricing");
  expect(pricing).toMatch(/<details[^>]*><summary>How do I cancel\?<\/summary>/);
  const guide = visibleText(await visitor().text("/how-it-works"));
  for (const title of ["Where a pick comes from", "What it can't prove", "No month has lost so far."])
    expect(guide).toContain(title);
});
