/** Every form, empty or wrong: all errors at their fields in our words, the first focused, and nothing typed is lost. */
import type { Locator, Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { panelLabels } from "../../../app/models/content/sidebar.ts";
import { scopes } from "../../../app/policy.ts";
import type { Client } from "../../support/app/app.ts";
import { createDueAffiliate } from "../../support/database/affiliates.ts";
import { createUser, testPassword } from "../../support/database/factories.ts";
import { field, publish, see, useStage } from "../../support/app/stage.ts";
import { setUpPath, turnOn } from "../../support/two-factor.ts";

const stage = useStage();

interface Attempt {
  /** A selector. */
  form?: string;
  /** true ticks a box. */
  typed?: Readonly<Record<string, string | true>>;
  /** A field's label is for Enter in that field. */
  press: { button: string } | { enterIn: string };
  /** The errors by label, in the page's order. */
  errors: Readonly<Record<string, string>>;
}

type FormCase = Attempt & { path: string };

const badDate = "Date input not valid.";
const noPick = {
  Sport: "Choose a sport.",
  Tag: "Choose a tag.",
  "Unit size": "Enter a number of units, like 1.5.",
} as const;

const visitorForms: FormCase[] = [
  {
    path: "/login",
    press: { button: "Login" },
    errors: { Email: "Enter your email address.", Password: "Enter your password." },
  },
  {
    path: "/admin-login",
    typed: { Password: testPassword },
    press: { enterIn: "Password" },
    errors: { Email: "Enter your email address." },
  },
  {
    path: "/forgot-password",
    typed: { Email: "robin@" },
    press: { enterIn: "Email" },
    errors: { Email: "Enter an email address." },
  },
  {
    path: "/signup?payment_success=true",
    typed: {
      "Full Name": "Robin Sample",
      "Phone Number": "12",
      Email: "robin",
      Password: "short",
      "Confirm Password": "short",
      "I am 21 or older": true,
    },
    press: { button: "Sign Up" },
    errors: {
      "Phone Number": "Enter a phone number.",
      Email: "Enter an email address.",
      Password: "Use at least 8 characters.",
    },
  },
];

const memberForms: FormCase[] = [
  {
    path: "/profile",
    form: "[aria-labelledby=details]",
    typed: { "Full Name": "", "Phone Number": "12" },
    press: { button: "Save Profile" },
    errors: { "Full Name": "Enter your name.", "Phone Number": "Enter a phone number." },
  },
  {
    path: "/profile",
    form: "#password",
    typed: { "New Password": "short", "Confirm New Password": "shorter" },
    press: { enterIn: "Confirm New Password" },
    errors: {
      "Current Password": "Enter your password.",
      "New Password": "Use at least 8 characters.",
      "Confirm New Password": "Passwords do not match",
    },
  },
  {
    path: "/history",
    form: "#search",
    typed: { "Start date": "13/45/2026" },
    press: { enterIn: "Start date" },
    errors: { "Start date": badDate },
  },
];

const staffForms: FormCase[] = [
  { path: "/admin/picks", typed: { Game: "Heat @ Knicks" }, press: { enterIn: "Game" }, errors: noPick },
  {
    path: "/admin/propicks",
    typed: { "Game date": "2/30/2026", "Units result": "much" },
    press: { button: "Save as draft" },
    errors: {
      Sport: noPick.Sport,
      Tag: noPick.Tag,
      "Game date": badDate,
      "Unit size": noPick["Unit size"],
      "Units result": "Must be a number.",
    },
  },
  {
    path: "/admin/picks/1/correct",
    typed: { Sport: "", "Unit size": "-1.255" },
    press: { button: "Correct" },
    errors: { Sport: noPick.Sport, "Unit size": "At most 2 decimals." },
  },
  {
    path: "/admin/picks",
    form: "form.find",
    typed: { Text: "Knicks", From: "13/45/2026", To: "never" },
    press: { button: "Search" },
    errors: { From: badDate, To: badDate },
  },
  { path: "/admin/picks/import", press: { button: "Preview" }, errors: { Table: "Paste a table first." } },
  {
    path: "/admin/sidebar",
    typed: { [panelLabels.notes]: "" },
    press: { button: "Save" },
    errors: { "Yes, empty it": `${panelLabels.notes} will be empty for members.` },
  },
  {
    path: "/admin/keys",
    press: { button: "Create Key" },
    errors: {
      Name: "Enter a name.",
      ...Object.fromEntries(scopes.map((scope) => [scope, "Choose at least one scope."])),
    },
  },
  {
    path: "/admin/keys",
    typed: { Name: " ", "picks.draft": true },
    press: { enterIn: "Name" },
    errors: { Name: "Enter a name." },
  },
  {
    path: "/admin/users",
    typed: { "Name (optional)": "Robin" },
    press: { button: "Add User" },
    errors: { Email: "Enter an email address.", Password: "Use at least 8 characters." },
  },
  {
    path: "/admin/users/1",
    form: "#password",
    press: { button: "Reset Password" },
    errors: { "New Password": "Please enter a new password." },
  },
  {
    path: "/admin/users/1",
    form: "#password",
    typed: { "New Password": "password1" },
    press: { enterIn: "New Password" },
    errors: { "New Password": "This password is too common." },
  },
  {
    path: "/admin/users/1",
    form: "#access form",
    typed: { Access: "Until a date", "Last Day": "2/30/2027" },
    press: { button: "Save Access" },
    errors: { "Last Day": badDate },
  },
  {
    path: "/admin/affiliates/new",
    form: "dialog",
    typed: { Email: "robin@" },
    press: { button: "Save" },
    errors: { Name: "Enter a name.", Email: "Enter an email address." },
  },
  {
    path: "/admin/affiliates/1/edit",
    form: "dialog",
    typed: { Name: "", Email: "" },
    press: { enterIn: "Email" },
    errors: { Name: "Enter a name.", Email: "Enter an email address." },
  },
  {
    path: "/admin/affiliates/1/referrals/1/take-back",
    form: "dialog",
    press: { button: "Take back" },
    errors: { Reason: "Enter a reason." },
  },
  {
    path: "/admin/audit",
    typed: { "Subject ID": "x", From: "13/45/2026" },
    press: { button: "Filter" },
    errors: { "Subject ID": "Must be an ID.", From: badDate },
  },
];

let member: Client;
let owner: Client;
beforeAll(async () => {
  member = await stage.app.signedIn("user");
  owner = await stage.app.signedIn("superadmin");
  await publish(owner);
  await owner.call("POST", "/api/sidebar", { notes: "Rest and travel are priced in." });
  await createDueAffiliate(stage.app.db);
});

async function expectErrors(page: Page, { form = "main", typed = {}, press, errors }: Attempt): Promise<void> {
  const scope = page.locator(form).first();
  const at = (label: string) => scope.getByLabel(label, { exact: true });
  for (const [label, text] of Object.entries(typed)) await enter(at(label), text);
  if ("button" in press) await scope.getByRole("button", { name: press.button, exact: true }).click();
  else await at(press.enterIn).press("Enter");
  for (const [label, text] of Object.entries(errors)) {
    await see(at(label)).toHaveAttribute("aria-invalid", "true");
    await see(at(label)).toHaveAccessibleDescription(new RegExp(`^${text}`));
  }
  // What the attempt before it marked goes with the new answer.
  await see(scope.locator("[aria-invalid=true]")).toHaveCount(Object.keys(errors).length);
  await see(at(Object.keys(errors)[0] ?? "")).toBeFocused();
  for (const [label, text] of Object.entries(typed)) expect([label, await entered(at(label))]).toEqual([label, text]);
}

async function enter(input: Locator, text: string | true): Promise<void> {
  if (text === true) return input.check();
  const isSelect = await input.evaluate((element) => element instanceof HTMLSelectElement);
  await (isSelect ? input.selectOption(text) : input.fill(text));
}

function entered(input: Locator): Promise<string | boolean> {
  return input.evaluate((element) => {
    if (element instanceof HTMLSelectElement)
      return element.selectedOptions[0]?.value === "" ? "" : (element.selectedOptions[0]?.text ?? "");
    if (element instanceof HTMLInputElement && element.type === "checkbox") return element.checked;
    return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : "";
  });
}

describe("with scripts, errors are at their fields:", () => {
  // The forms of a page are sent one after the other.
  const byPath = (forms: readonly FormCase[]) =>
    [...new Set(forms.map(({ path }) => path))].map(
      (path) => [path, forms.filter((form) => form.path === path)] as const,
    );
  test.each(byPath(visitorForms))("%s", async (path, forms) => {
    const page = await stage.open(path, { scripts: true });
    for (const form of forms) await expectErrors(page, form);
  });
  test.each(byPath(memberForms))("%s", async (path, forms) => {
    const page = await stage.open(path, { scripts: true, as: member });
    for (const form of forms) await expectErrors(page, form);
  });
  test.each(byPath(staffForms))("%s", async (path, forms) => {
    const page = await stage.open(path, { scripts: true, as: owner });
    for (const form of forms) await expectErrors(page, form);
  });

  test("of the page for the mailed code", async () => {
    const client = stage.app.client();
    await client.post("/forgot-password", { email: (await createUser(stage.app.db)).email });
    await expectErrors(await stage.open("/verify-otp", { scripts: true, as: client }), {
      typed: { OTP: "1234", "New Password": "short" },
      press: { button: "Reset Password" },
      errors: { OTP: "Enter the 8-digit code.", "New Password": "Use at least 8 characters." },
    });
  });

  test("of two-factor sign-in, its setup and its two codes", async () => {
    const { email } = await createUser(stage.app.db, { role: "admin" });
    const [client, newcomer] = [stage.app.client(), stage.app.client()];
    await client.signIn(email);
    await client.post(setUpPath, { step: "begin" });
    const page = await stage.open(setUpPath, { scripts: true, as: client });
    await expectErrors(page, {
      form: "#on",
      typed: { Code: "12345" },
      press: { enterIn: "Code" },
      errors: { "Current Password": "Enter your password.", Code: "Enter the 6-digit code or a recovery code." },
    });
    await turnOn(client);
    await newcomer.post("/admin-login", { email, password: testPassword });
    const codes = await stage.open("/login-code", { scripts: true, as: newcomer });
    await expectErrors(codes, {
      typed: { Code: "12345" },
      press: { button: "Continue" },
      errors: { Code: "Enter the 6-digit code or a recovery code." },
    });
    await codes.getByText("Don't have your phone?").click();
    await expectErrors(codes, {
      press: { button: "Use recovery code" },
      errors: { "Recovery code": "Enter a recovery code." },
    });
  });
});

test("what was typed into another form of the page stays, too", async () => {
  const page = await stage.open("/profile", { scripts: true, as: member });
  await field(page, "Current Password").fill("wrong-horse-9");
  await field(page, "New Password").fill("line-shopping-2026");
  await field(page, "Confirm New Password").fill("line-shopping-2026");
  await page.getByRole("button", { name: "Update Password" }).click();
  await see(field(page, "Current Password")).toHaveAccessibleDescription("Current password is incorrect.");
  await field(page, "Full Name").fill("");
  await page.getByRole("button", { name: "Save Profile" }).click();
  await see(field(page, "Full Name")).toHaveAccessibleDescription("Enter your name.");
  await see(field(page, "Full Name")).toBeFocused();
  await see(field(page, "New Password")).toHaveValue("line-shopping-2026");
});

describe("without scripts", () => {
  test("the browser's own check spares a page load", async () => {
    const page = await stage.open("/login", { scripts: false });
    await field(page, "Password").fill(testPassword);
    await page.getByRole("button", { name: "Login" }).click();
    await see(field(page, "Email")).toBeFocused();
    await see(field(page, "Password")).toHaveValue(testPassword);
    await see(page.getByRole("alert")).toHaveCount(0);
  });

  test("what was typed is shown again next to the errors, without passwords", async () => {
    const page = await stage.open("/admin/users", { scripts: false, as: owner });
    const form = page.getByRole("form", { name: "Add User" });
    await form.getByLabel("Email").fill("robin@example");
    await form.getByLabel("Password").fill("password1");
    await form.getByLabel("Role").selectOption("Admin");
    await form.getByLabel("Name (optional)").fill("Robin");
    await form.getByRole("button").click();
    await see(form.getByLabel("Email")).toHaveAccessibleDescription("Enter an email address.");
    await see(form.getByLabel("Password")).toHaveAccessibleDescription(/^This password is too common\./);
    const values = await Promise.all(
      ["Email", "Password", "Role", "Name (optional)"].map((label) => form.getByLabel(label).inputValue()),
    );
    expect(values).toEqual(["robin@example", "", "admin", "Robin"]);
  });
});
