import { expect, test } from "vitest";
import { isComplete } from "../../../app/models/people/sign-up.ts";

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

test("a filled-in form is complete, and an admin also needs the secret", () => {
  expect(isComplete(formOf(full))).toBe(true);
  expect(isComplete(formOf({ ...full, role: "admin", admin_secret: "key" }))).toBe(true);
});

const missing: Readonly<Record<string, string>>[] = [
  { name: " " },
  { phone: "" },
  { email: "" },
  { password: "", confirm_password: "" },
  { confirm_password: "" },
  { confirm_password: "Line-shopping" },
  { age_confirmed: "no" },
  { role: "admin" },
];

test.each(missing)("%j is not complete", (changes) => expect(isComplete(formOf({ ...full, ...changes }))).toBe(false));
