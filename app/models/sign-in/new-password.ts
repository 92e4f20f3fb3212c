import type { FieldErrors } from "../../refusal.ts";

export const passwordsDifferText = "Passwords do not match";

/** False while one is empty. The server decides; the browser only warns before the form is sent. */
export function passwordsDiffer(form: FormData): boolean {
  const [password, again] = [form.get("password"), form.get("confirm_password")];
  return Boolean(password) && Boolean(again) && password !== again;
}

export function isOnlyMistyped(errors: FieldErrors = {}): boolean {
  return errors.confirm_password === passwordsDifferText && Object.keys(errors).length === 1;
}
