import { describe, expect, test } from "vitest";
import { linksIn, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp({
  HELPLINE_TEXT: "Need help? Call 1-800-555-0199.",
  SUPPORT_EMAIL: "desk@picks.example",
  COMMUNITY_URL: "https://community.example/picks",
});
const demo = useApp({ DEMO: "1", CHECKOUT_URL: "" });

const paths = [
  "/",
  "/pricing",
  "/how-it-works",
  "/affiliate-signup",
  "/terms",
  "/privacy",
  "/responsible-gaming",
  "/login",
  "/nowhere",
];

test.each(paths)("%s has the public header and a footer with the legal pages", async (path) => {
  const html = await app.client().text(path);
  expect(linksIn(html, "header").slice(1)).toEqual([
    ["Home", "/"],
    ["Record", "/record"],
    ["View Pricing", "/pricing"],
    ["Become an Affiliate", "/affiliate-signup"],
    ["Join our Discord Community", "https://community.example/picks"],
    ["Login", "/login"],
  ]);
  expect(linksIn(html, "footer")).toEqual([
    ["1-800-555-0199", "tel:18005550199"],
    ["Terms", "/terms"],
    ["Privacy", "/privacy"],
    ["Responsible Gaming", "/responsible-gaming"],
    ["Member Login", "/login"],
  ]);
});

test.each([
  ["/", "AI-generated sports picks"],
  ["/pricing", "Pricing: daily sports picks"],
  ["/record", "The record: every pick"],
  ["/affiliate-signup", "Become an Affiliate"],
])("a chat preview of %s has a text and a picture, and no referral code", async (path, title) => {
  const html = await app.client().text(`${path}?ref=partner-1`);
  const meta = new Map(
    Array.from(
      html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"\/>/g),
      ([, name = "", content = ""]) => [name, content],
    ),
  );
  expect(html).toContain(`<link rel="canonical" href="${app.origin}${path}"/>`);
  expect([meta.get("og:url"), meta.get("og:type"), meta.get("og:site_name")]).toEqual([
    app.origin + path,
    "website",
    "Simline",
  ]);
  expect(meta.get("og:title")).toMatch(new RegExp(`^${title}`));
  expect(meta.get("description")).toBe(meta.get("og:description"));
  const picture = await fetch(meta.get("og:image") ?? "");
  expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"]);
});

test("member and staff pages have the same footer without the login", async () => {
  const staff = await app.signedIn("admin");
  for (const path of ["/dashboard", "/admin/picks"]) {
    expect(linksIn(await staff.text(path), "footer").slice(1)).toEqual([
      ["Terms", "/terms"],
      ["Privacy", "/privacy"],
      ["Responsible Gaming", "/responsible-gaming"],
    ]);
  }
});

describe("the landing page", () => {
  test("has the texts of the specification", async () => {
    const text = visibleText(await app.client().text("/"));
    for (const words of [
      "Elevate Your Betting With AI-Generated Winning Picks",
      "3-5 certified plays a day, updated every morning",
      "Subscribe Now",
      "View Sports Stats",
      "Available Sports",
      "And More",
      "What You Get",
      "Unit sizing of 1-2 %",
      "How It Works",
      "With how much, when and whether to hedge.",
      "Sample Results",
      "ML = Moneyline",
      "+/- = Point Spread",
      "Over/Under = Total Points",
      "Testimonials",
      "Ready to Win Smarter?",
      "One trial. One pick. All it takes to get ahead.",
      "See How It Works",
      "Member Login",
      `© ${new Date().getUTCFullYear()}`,
    ])
      expect(text).toContain(words);
  });

  test("has the figures of its two tiles, and none that contradicts them", async () => {
    const text = visibleText(await app.client().text("/"));
    expect(text).toMatch(/100\+ Members 7\+ Sports/);
    expect(text).not.toMatch(/372|92 ?%|68 ?%|\b58\b|\b200\b|1,000/);
  });

  test("marks every sample as a sample", async () => {
    const text = visibleText(await app.client().text("/"));
    for (const words of ["Sample pick and verdict", "All figures are examples", "Sample Results", "Sample quotes"])
      expect(text).toContain(words);
  });
});

describe("the pricing page", () => {
  test("shows the one plan and links to the hosted payment page", async () => {
    const html = await app.client().text("/pricing");
    for (const words of [
      "Choose Your Plan",
      "PREMIUM",
      "All Access",
      "$49 / month",
      "Daily AI-generated picks",
      "Confidence levels and verdicts",
      "Pick history and analysis",
      "Exclusive bankroll tips",
      "Pro picks",
      "Pro picks are the handicappers' own choice.",
      "I am 21 or older",
      "$49.00 today, then $49.00 every month until you cancel.",
      "Cancel anytime. No refunds after your billing cycle begins.",
    ]) {
      expect(visibleText(html)).toContain(words);
    }
    expect([html.includes('action="/checkout"'), linksIn(html, "main")]).toEqual([
      true,
      [
        ["How it works", "/how-it-works"],
        ["See the free pick", "/free-pick"],
        ["desk@picks.example", "mailto:desk@picks.example"],
        ["desk@picks.example", "mailto:desk@picks.example"],
      ],
    ]);
  });

  test("leads to the demo's payment page where no other is configured", async () => {
    const answer = await demo.client().post("/checkout", { age_confirmed: "yes" });
    expect([answer.status, answer.headers.get("refresh")]).toEqual([200, "0;url=/demo/checkout"]);
  });
});

describe("the demo's payment page", () => {
  test("says that it is a stand-in, and links to the signup and back", async () => {
    const html = await demo.client().text("/demo/checkout");
    for (const words of [
      "This page replaces the hosted payment page. No payment is made and no card is needed.",
      "All Access",
      "$49 / month",
    ])
      expect(visibleText(html)).toContain(words);
    expect(linksIn(html, "main")).toEqual([
      ["Pay $49", "/signup?payment_success=true"],
      ["Cancel", "/pricing"],
    ]);
  });

  test("does not exist where another payment page is configured", async () => {
    const answer = await app.client().get("/demo/checkout");
    const text = visibleText(await answer.text());
    expect([answer.status, text.includes("Pay $49"), text.includes("There is nothing at this address.")]).toEqual([
      404,
      false,
      true,
    ]);
  });
});

test.each([
  ["/terms", "Terms"],
  ["/privacy", "Privacy"],
  ["/responsible-gaming", "Responsible Gaming"],
])("%s is a text of several sections and names the support address", async (path, title) => {
  const html = await app.client().text(path);
  expect(html).toContain(`<h1>${title}</h1>`);
  expect(html.match(/<h2>/g)?.length).toBeGreaterThan(3);
  expect(linksIn(html, "main")).toContainEqual(["desk@picks.example", "mailto:desk@picks.example"]);
});

test("the responsible gaming page links the helpline", async () => {
  const html = await app.client().text("/responsible-gaming");
  expect(linksIn(html, "main")[0]).toEqual(["1-800-555-0199", "tel:18005550199"]);
});

test("the demo's pages say that the times of its record are simulated, for visitors and members; a real site's don't", async () => {
  const sentence = "Times before this demo started are simulated.";
  const [visitor, member] = [demo.client(), await demo.signedIn("user")];
  const shown = await Promise.all([
    ...["/", "/pricing"].map((path) => visitor.text(path)),
    ...["/dashboard", "/history", "/propicks-history", "/my-card"].map((path) => member.text(path)),
  ]);
  expect(shown.map((html) => visibleText(html).split(sentence).length - 1)).toEqual([1, 1, 1, 1, 1, 1]);
  const real = await app.signedIn("user");
  expect((await real.text("/history")) + (await app.client().text("/"))).not.toContain("this demo started");
});

test("search engines find the public pages, and are kept out of the others", async () => {
  const visitor = app.client();
  const map = await visitor.get("/sitemap.xml");
  const found = [...(await map.text()).matchAll(/<loc>([^<]+)</g)].map(([, address = ""]) => address);
  expect(map.headers.get("content-type")).toMatch(/^application\/xml/);
  expect(found).toContain(`${app.origin}/pricing`);
  const robots = await visitor.text("/robots.txt");
  expect(robots).toContain(`Sitemap: ${app.origin}/sitemap.xml`);
  const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = ""]) => path);
  for (const address of found) {
    const { pathname } = new URL(address);
    expect([pathname, (await visitor.get(pathname)).status]).toEqual([pathname, 200]);
    expect(closed.filter((path) => pathname.startsWith(path))).toEqual([]);
  }
  expect(closed).toEqual(expect.arrayContaining(["/api/", "/admin", "/dashboard", "/history", "/propicks"]));
});
