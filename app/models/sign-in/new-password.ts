import type { FieldErrors } from "../../refusal.ts";

export const passwordsDifferText = "Passwords do not match";

/** True when both passwords are there and are not the same. The server decides; a browser says it before the form is sent. */
export function passwordsDiffer(form: FormData): boolean {
  const [password, again] = [form.get("password"), form.get("confirm_password")];
  return Boolean(password) && Boolean(again) && password !== again;
}

/** True where a form was refused for its confirmation alone: that is said at its field, and nowhere else. */
export function isOnlyMistyped(errors: FieldErrors = {}): boolean {
  return errors.confirm_password === passwordsDifferText && Object.keys(errors).length === 1;
}
