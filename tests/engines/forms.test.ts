import { beforeAll, beforeEach, test } from "vitest";
import { useApp } from "../support/app/use-app.ts";
import { createUser, futureDate, testPassword } from "../support/database/factories.ts";
import { publish } from "../support/database/picks.ts";
import type { Phone } from "./phone.ts";
import { onEveryPhone } from "./use-phone.ts";

const app = useApp();
beforeAll(async () => {
  const staff = await app.signedIn("admin");
  for (const pick of ["Knicks +2.5", "Lakers -3"]) await publish(staff, { pick, game_date: futureDate(3) });
  const won = { verdict: "✅", units_result: 1 };
  await publish(staff, { pick: "Celtics -1", ...won });
  await publish(staff, { pick: "Yankees -120", sport: "MLB", game_date: "10/02/2026", ...won });
});

const titles = "article :is(h2, h3)";
const both = ["✅ WIN – Celtics -1", "✅ WIN – Yankees -120"];

onEveryPhone(app, (newPhone) => {
  let phone: Phone;
  beforeEach(async () => {
    phone = await newPhone();
    await phone.signIn((await createUser(app.db)).email);
  });

  test("filters the history by sport at once", async () => {
    await phone.open("/history");
    await phone.sees(titles, both);
    await phone.tap("main button", "🔍 Search");
    await phone.choose("Sport", "ML");
    await phone.sees(titles, both.slice(1));
    await phone.isAt("/history?sport=MLB&sort=newest&start=&end=");
  });

  test("says at the field that a date is wrong", async () => {
    await phone.open("/history");
    await phone.tap("main button", "🔍 Search");
    await phone.type("Start date", "13/45/2026");
    await phone.press("Tab");
    await phone.sees(".filters .err", ["Date input not valid."]);
    await phone.holds("Start date", "13/45/2026");
  });

  test("fills a date field from the calendar, which filters at once", async () => {
    await phone.open("/history");
    await phone.tap("main button", "🔍 Search");
    await phone.type("Start date", "11/01/2026");
    await phone.press("Tab");
    await phone.sees(titles, both.slice(0, 1));
    await phone.tap(".filters button", "Open calendar");
    await phone.tap("[role=dialog] button", "Previous month");
    await phone.tap("[role=dialog] button", "Friday, October 2, 2026");
    await phone.sees(titles, both);
    await phone.sees(".filters label", []);
    await phone.tap("main button", "🔍 Search");
    await phone.holds("Start date", "10/02/2026");
  });

  test("puts a pick on the card", async () => {
    await phone.open("/dashboard");
    await phone.sees(titles, ["Lakers -3", "Knicks +2.5"]);
    await phone.tap("article:nth-of-type(2) button", "Add to My Card");
    await phone.sees("article:nth-of-type(2) button", ["Added to My Card"]);
    await phone.open("/my-card");
    await phone.sees(titles, ["Knicks +2.5"]);
    await phone.tap("main a", "❌ Remove");
    await phone.tap("[role=alertdialog] button", "Remove");
    await phone.sees(".empty", ["No active regular picks."]);
  });

  test("says at the field that the current password is wrong, and changes it", async () => {
    await phone.open("/profile");
    await phone.type("Current Password", "wrong-horse-9");
    await phone.type("New Password", "right-horse-10");
    await phone.type("Confirm New Password", "right-horse-10");
    await phone.tap("main button", "Update Password");
    await phone.sees(".err", ["Current password is incorrect."]);
    await phone.open("/profile");
    await phone.type("Current Password", testPassword);
    await phone.type("New Password", "right-horse-10");
    await phone.type("Confirm New Password", "right-horse-10");
    await phone.press("Enter");
    await phone.sees("[role=status].alert", ["Password updated successfully!"]);
  });
});
