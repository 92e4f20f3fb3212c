import { expect, test } from "vitest";
import { missingText } from "../../../app/models/people/sign-up.ts";

const full = {
  name: "Ana",
  phone: "555-0100",
  email: "a@b.co",
  password: "line-shopping",
  confirm_password: "line-shopping",
  age_confirmed: "yes",
  admin_secret: "",
};

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  form.append("age_confirmed", "no");
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

test("a filled-in form lacks nothing, and an admin also needs the secret", () => {
  expect(missingText(formOf(full))).toBe("");
  expect(missingText(formOf({ ...full, role: "admin", admin_secret: "key" }))).toBe("");
});

const missing: [Readonly<Record<string, string>>, string][] = [
  [{ name: " " }, "Still missing: Full Name."],
  [{ phone: "" }, "Still missing: Phone Number."],
  [{ email: "" }, "Still missing: Email."],
  [{ password: "", confirm_password: "" }, "Still missing: Password, Confirm Password."],
  [{ confirm_password: "" }, "Still missing: Confirm Password."],
  [{ confirm_password: "Line-shopping" }, "Confirm Password is not the same as Password."],
  [
    { confirm_password: "Line-shopping", phone: "" },
    "Confirm Password is not the same as Password. Still missing: Phone Number.",
  ],
  [{ age_confirmed: "no" }, "Still missing: your age."],
  [{ role: "admin" }, "Still missing: Admin Secret Key."],
];

test.each(missing)("with %j the form says what it lacks", (changes, text) =>
  expect(missingText(formOf({ ...full, ...changes }))).toBe(text),
);
