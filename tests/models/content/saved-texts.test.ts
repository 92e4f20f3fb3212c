/** The operator's texts with SQLite: who saves them, what visitors then read, and the way back. */
import { beforeEach, expect, test } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import {
  currentText,
  defaultText,
  filledIn,
  refreshSite,
  supportEmail,
} from "../../../app/models/site/current-site.server.ts";
import { readLogo, readTermsPage } from "../../../app/models/content/public-texts.server.ts";
import {
  previewSiteText,
  readSiteTextPage,
  readSiteTextsPage,
  restoreSiteText,
  saveSiteText,
} from "../../../app/models/content/site-texts.server.ts";
import { landingTexts } from "../../../app/models/site/landing-texts.server.ts";
import { siteName } from "../../../app/site.ts";
import { actorOf, createUser, visitor } from "../../support/database/factories.ts";

let superadmin: ReturnType<typeof actorOf>;
let admin: ReturnType<typeof actorOf>;
beforeEach(async () => {
  await write((trx) => trx.deleteFrom("site_texts").execute());
  await refreshSite();
  superadmin = actorOf("superadmin", (await createUser(db, { role: "superadmin" })).id);
  admin = actorOf("admin", (await createUser(db, { role: "admin" })).id);
});

const save = (text: string, body: string, version = 1, actor = superadmin) =>
  saveSiteText(actor, { text, body, version });

test("a saved text is what visitors read at once, and restoring it leads back to the program's own", async () => {
  await save("terms", "## Ours\n\nWrite to {support}. {site} costs {price}.");
  const { sections } = await readTermsPage(visitor, {});
  expect(sections.map(({ title }) => title)).toEqual(["Ours"]);
  expect(sections[0]?.html).toMatch(/Write to .*support@simline\.example.*Simline costs \$49\./);
  await restoreSiteText(superadmin, { text: "terms", version: 2 });
  expect(currentText("terms")).toBe(defaultText("terms"));
  await restoreSiteText(superadmin, { text: "terms", version: 3 });
  expect(currentText("terms")).toContain("## Ours");
});

test("admins edit How It Works and the questions; the rest is a superadmin's", async () => {
  expect((await readSiteTextsPage(admin, {})).texts.map(({ name }) => name)).toEqual(["how-it-works", "faq"]);
  expect((await readSiteTextsPage(superadmin, {})).texts).toHaveLength(13);
  await save("faq", "## Why?\n\nBecause.", 1, admin);
  await expect(save("terms", "mine", 1, admin)).rejects.toMatchObject({ reason: "not-found" });
  await expect(readSiteTextPage(admin, { text: "terms" })).rejects.toMatchObject({ reason: "not-found" });
  await expect(save("nothing", "mine")).rejects.toMatchObject({ reason: "not-found" });
});

test("two who edit one text: the later one is asked, and sees what the other saved", async () => {
  await save("faq", "## A\n\nfirst");
  await save("faq", "## A\n\nsecond", 2, admin);
  await expect(save("faq", "## A\n\nthird", 2)).rejects.toMatchObject({
    reason: "conflict",
    saved: { body: "## A\n\nsecond", version: "3" },
  });
  // Who changed nothing keeps the other's text.
  await save("faq", "## A\n\nfirst", 2);
  expect(currentText("faq")).toContain("second");
});

test("name, support address and logo take effect everywhere, and empty ones are the program's again", async () => {
  await save("name", "Best <Bets>");
  await save("support-email", "help@bets.example");
  await save("logo", "<svg xmlns='http://www.w3.org/2000/svg'></svg>");
  expect([siteName(), supportEmail(), filledIn("{site} {unknown}")]).toEqual([
    "Best <Bets>",
    "help@bets.example",
    "Best <Bets> {unknown}",
  ]);
  expect(await readLogo(visitor, {})).toContain("<svg");
  for (const [name, version] of [
    ["name", 2],
    ["support-email", 2],
    ["logo", 2],
  ] as const)
    await save(name, "", version);
  expect([siteName(), supportEmail()]).toEqual(["Simline", "support@simline.example"]);
  await expect(readLogo(visitor, {})).rejects.toMatchObject({ reason: "not-found" });
});

test("quotes say that they are samples until others are saved; without any there is no section", async () => {
  expect(landingTexts().quotes).toMatchObject({ areSamples: true });
  await save("quotes", "Calm. | Ann B. | Member");
  expect(landingTexts().quotes).toEqual({
    list: [{ quote: "Calm.", name: "Ann B.", role: "Member" }],
    areSamples: false,
  });
  await save("quotes", "", 2);
  expect(landingTexts().quotes).toBeNull();
});

test("a preview shows safe HTML and saves nothing", async () => {
  const { sections } = await previewSiteText(superadmin, {
    text: "terms",
    body: "## A\n\n<script>x</script>",
    version: 1,
  });
  expect(sections[0]?.html).toContain("&lt;script&gt;");
  expect(await db.selectFrom("site_texts").selectAll().execute()).toEqual([]);
});

test("another process's save is known after the next look", async () => {
  const row = { name: "name", body: "Other", version: 1, saved_at: new Date().toISOString() };
  await write((trx) => trx.insertInto("site_texts").values(row).execute());
  await refreshSite();
  expect(siteName()).toBe("Other");
});

test("a page of another process, with a newer logo, gets that logo", async () => {
  const svg = (name: string) => `<svg xmlns='http://www.w3.org/2000/svg' id='${name}'></svg>`;
  await save("logo", svg("first"));
  await write((trx) =>
    trx
      .updateTable("site_texts")
      .set({ body: svg("second"), version: 3 })
      .execute(),
  );
  expect(await readLogo(visitor, { v: "2" })).toBe(svg("first"));
  expect(await readLogo(visitor, { v: "3" })).toBe(svg("second"));
});
