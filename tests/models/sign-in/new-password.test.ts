import { expect, test } from "vitest";
import { isOnlyMistyped, passwordsDiffer, passwordsDifferText } from "../../../app/models/sign-in/new-password.ts";

test.each([
  [{ password: "line-shopping", confirm_password: "line-shoping" }, true],
  [{ password: "line-shopping", confirm_password: "line-shopping" }, false],
  [{ password: "line-shopping", confirm_password: "" }, false],
  [{ confirm_password: "line-shopping" }, false],
])("passwordsDiffer of %j is %s", (fields, differ) => {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  expect(passwordsDiffer(form)).toBe(differ);
});

test("isOnlyMistyped is true only when the confirmation is the only field with an error", () => {
  const confirm_password = passwordsDifferText;
  expect([
    isOnlyMistyped({ confirm_password }),
    isOnlyMistyped({ confirm_password, phone: "Enter a phone number." }),
    isOnlyMistyped({}),
    isOnlyMistyped(),
  ]).toEqual([true, false, false, false]);
});
