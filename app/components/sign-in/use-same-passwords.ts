import type { FormEvent, RefObject } from "react";
import { useState } from "react";
import { passwordsDiffer, passwordsDifferText } from "../../models/sign-in/new-password.ts";

/**
 * Says at the confirmation of a new password that the two differ, once a field is left or the form is about to be sent, and no longer than they do:
 * nobody is told while typing. A form that differs is not sent.
 */
export function useSamePasswords(form: RefObject<HTMLFormElement>) {
  const [isSaid, setSaid] = useState(false);
  const differ = () => form.current !== null && passwordsDiffer(new FormData(form.current));
  const compare = ({ type }: { type: string }) => setSaid((said) => (said || type === "blur") && differ());
  const keepBack = (event: FormEvent) => {
    if (!differ()) return;
    event.preventDefault();
    setSaid(true);
    form.current?.querySelector<HTMLElement>("[name=confirm_password]")?.focus();
  };
  return { difference: isSaid ? passwordsDifferText : undefined, compare, keepBack };
}
