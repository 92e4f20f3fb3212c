import { secretRole } from "../../policy.ts";
import { passwordsDiffer } from "../sign-in/new-password.ts";

/** The server decides; this only enables the button. */
export function isComplete(form: FormData): boolean {
  const filled = (name: string) => form.get(name) !== null && String(form.get(name)).trim() !== "";
  if (!["name", "phone", "email", "password", "confirm_password"].every(filled)) return false;
  if (passwordsDiffer(form)) return false;
  if (!form.getAll("age_confirmed").includes("yes")) return false;
  return form.get("role") !== secretRole || filled("admin_secret");
}
