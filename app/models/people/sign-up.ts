import { secretRole } from "../../policy.ts";
import { passwordsDiffer } from "../sign-in/new-password.ts";

const labels = [
  ["name", "Full Name"],
  ["phone", "Phone Number"],
  ["email", "Email"],
  ["password", "Password"],
  ["confirm_password", "Confirm Password"],
] as const;

/** What the form still lacks, in words; '' when it is complete. The server decides; this only enables the button. */
export function missingText(form: FormData): string {
  const isEmpty = (name: string) => String(form.get(name) ?? "").trim() === "";
  const missing: string[] = labels.filter(([name]) => isEmpty(name)).map(([, label]) => label);
  if (form.get("role") === secretRole && isEmpty("admin_secret")) missing.push("Admin Secret Key");
  if (!form.getAll("age_confirmed").includes("yes")) missing.push("your age");
  const differ = passwordsDiffer(form) ? ["Confirm Password is not the same as Password."] : [];
  return [...differ, ...(missing.length > 0 ? [`Still missing: ${missing.join(", ")}.`] : [])].join(" ");
}
