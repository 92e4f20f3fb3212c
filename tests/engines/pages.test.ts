import { beforeAll, expect, test } from "vitest";
import { useApp } from "../support/app/use-app.ts";
import { createUser } from "../support/database/factories.ts";
import { publish } from "../support/database/picks.ts";
import { onEveryPhone } from "./use-phone.ts";

const app = useApp();
let email = "";
beforeAll(async () => {
  const staff = await app.signedIn("admin");
  for (const path of ["/api/picks", "/api/propicks"]) {
    await publish(staff, { pick: "Knicks +2.5" }, path);
    await publish(staff, { pick: "Lakers -3", verdict: "✅", units_result: 1 }, path);
  }
  ({ email } = await createUser(app.db));
});

const memberPages = [
  ["/dashboard", "Today's Picks"],
  ["/propicks", "Pro Picks"],
  ["/history", "Pick History"],
  ["/propicks-history", "Pro Pick History"],
  ["/my-card", "My Card"],
  ["/my-card?stream=pro", "My Card"],
  ["/my-card?tab=results", "My Card"],
  ["/my-card?tab=results&stream=pro", "My Card"],
  ["/learn", "Learn the System"],
  ["/learn?tab=tips", "Learn the System"],
  ["/profile", "Your Profile"],
  ["/settings", "Settings"],
] as const;

onEveryPhone(app, (newPhone) => {
  test("signs in, and signs out from the menu", async () => {
    const phone = await newPhone();
    await phone.signIn(email);
    await phone.sees("h1", ["Today's Picks"]);
    await phone.tap("header button", "Menu");
    await phone.tap("nav[aria-label=Main] button", "Logout");
    await phone.isAt("/");
    await phone.open("/dashboard");
    await phone.isAt("/");
  });

  test("says that a password is wrong", async () => {
    const phone = await newPhone();
    await phone.open("/login");
    await phone.type("Email", email);
    await phone.type("Password", "wrong-horse-9");
    await phone.press("Enter");
    await phone.sees("[role=alert]", ["Invalid credentials."]);
  });

  test("shows every member's page without sideways scroll", async () => {
    const phone = await newPhone();
    await phone.signIn(email);
    for (const [path, title] of memberPages) {
      await phone.open(path);
      await phone.sees("h1", [title]);
      const overflow = await phone.run(() => document.documentElement.scrollWidth - innerWidth);
      expect({ path, scrollsSideways: overflow > 0 }).toEqual({ path, scrollsSideways: false });
    }
  });

  test("opens the menu, closes it and follows its links", async () => {
    const phone = await newPhone();
    await phone.signIn(email);
    const link = "nav[aria-label=Main] a";
    await phone.sees(link, []);
    await phone.tap("header button", "Menu");
    await phone.tap("nav[aria-label=Main] button", "Close");
    await phone.sees(link, []);
    for (const [name, title] of [
      ["Learn", "Learn the System"],
      ["Pick History", "Pick History"],
    ] as const) {
      await phone.tap("header button", "Menu");
      await phone.tap(link, name);
      await phone.sees("h1", [title]);
      await phone.sees(link, []);
    }
  });

  test("moves between the daily pages with the bar at the bottom", async () => {
    const phone = await newPhone();
    await phone.signIn(email);
    const link = "nav[aria-label='Daily pages'] a";
    await phone.sees(link, ["Today's Picks", "Pro Picks", "My Card", "Pick History"]);
    for (const name of ["Pro Picks", "My Card", "Pick History", "Today's Picks"]) {
      await phone.tap(link, name);
      await phone.sees("h1", [name]);
      await phone.sees(`${link}[aria-current]`, [name]);
      await phone.run(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
      const isAtBottom = () =>
        Math.round(document.querySelector("nav[aria-label='Daily pages']")?.getBoundingClientRect().bottom ?? 0) ===
        innerHeight;
      expect(await phone.run(isAtBottom)).toBe(true);
    }
  });
});
