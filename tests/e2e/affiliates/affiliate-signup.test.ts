import { once } from "node:events";
import { createServer } from "node:http";
import type { Page } from "playwright";
import { afterAll, describe, expect, test } from "vitest";
import { field, pathOf, statusMessage, see, useStage, visits } from "../../support/app/stage.ts";

async function fill(page: Page, email: string): Promise<void> {
  await field(page, "Full Name").fill("Robin Sample");
  await field(page, "Email").fill(email);
  await field(page, "Phone").fill("12");
  await field(page, "Remarks").fill("A podcast");
}

async function expectMissing(page: Page): Promise<void> {
  await see(field(page, "Full Name")).toHaveAccessibleDescription("Enter your name.");
  await see(field(page, "Email")).toHaveAccessibleDescription("Enter an email address.");
  await see(field(page, "Phone")).toHaveAccessibleDescription("Enter a phone number.");
}

describe.each(visits)("the affiliate request form $mode", ({ scripts, viewport }) => {
  const stage = useStage();

  test("requires its mandatory fields, keeps the input next to its errors, and shows thanks after success", async () => {
    const email = `robin${viewport.width}@partner.example`;
    const page = await stage.open("/affiliate-signup", { scripts, viewport });
    await page.getByRole("button", { name: "Submit Request" }).click();
    if (scripts) await expectMissing(page);
    await see(field(page, "Full Name")).toBeFocused();
    await see(page.getByRole("alert")).toHaveCount(scripts ? 1 : 0);
    await fill(page, email);
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(page.getByRole("alert")).toHaveText("Please check the marked fields.");
    await see(field(page, "Phone")).toHaveAccessibleDescription("Enter a phone number.");
    if (scripts) await see(field(page, "Phone")).toBeFocused();
    await see(field(page, "Full Name")).toHaveValue("Robin Sample");
    await see(field(page, "Remarks")).toHaveValue("A podcast");
    await field(page, "Phone").fill("555-010-4477");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(statusMessage(page, "Thank you. We'll reply by email.")).toBeVisible();
    await see(field(page, "Full Name")).toHaveValue("");
    expect(pathOf(page)).toBe("/affiliate-signup");
    const rows = await stage.app.db
      .selectFrom("affiliate_requests")
      .select(["name", "phone", "state"])
      .where("email", "=", email)
      .execute();
    expect(rows).toEqual([{ name: "Robin Sample", phone: "555-010-4477", state: "new" }]);
  });
});

const received: string[] = [];
const collector = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += String(chunk);
  });
  request.on("end", () => {
    if (request.method === "POST") received.push(`${request.url} ${body}`);
    response.setHeader("Content-Type", "text/html").end("<title>Collected</title>");
  });
});
await once(collector.listen(0, "127.0.0.1"), "listening");
const address = collector.address();
const port = typeof address === "object" && address ? address.port : 0;
afterAll(() => collector.close());

describe.each(visits)("external services $mode", ({ scripts, viewport }) => {
  const stage = useStage({ AFFILIATE_FORM_URL: `http://127.0.0.1:${port}/f/abc`, DEMO: "1", CHECKOUT_URL: "" });

  test("receive the affiliate request form when a form URL is configured", async () => {
    received.length = 0;
    const page = await stage.open("/affiliate-signup", { scripts });
    await field(page, "Remarks").fill("A podcast");
    await page.getByRole("button", { name: "Submit Request" }).click();
    if (scripts) await expectMissing(page);
    await see(field(page, "Full Name")).toBeFocused();
    await see(field(page, "Remarks")).toHaveValue("A podcast");
    await fill(page, "robin@partner.example");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await see(page).toHaveTitle("Collected");
    expect(received).toEqual(["/f/abc name=Robin+Sample&email=robin%40partner.example&phone=12&remarks=A+podcast"]);
    expect(await stage.app.db.selectFrom("affiliate_requests").selectAll().execute()).toEqual([]);
  });

  test("are replaced by the demo's payment page, which leads to the signup or back", async () => {
    const page = await stage.open("/pricing", { scripts, viewport });
    await page.getByLabel("I am 21 or older").check();
    await page.getByRole("button", { name: "Get Started" }).click();
    await see(page.getByText("No payment is made and no card is needed.")).toBeVisible();
    await page.getByRole("link", { name: "Cancel" }).click();
    await see(page.getByRole("heading", { level: 1 })).toHaveText("Choose Your Plan");
    await page.getByLabel("I am 21 or older").check();
    await page.getByRole("button", { name: "Get Started" }).click();
    await page.getByRole("link", { name: "Pay $49" }).click();
    await page.waitForURL("/signup?payment_success=true");
  });
});
