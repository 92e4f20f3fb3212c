import type { FormEvent, RefObject } from "react";
import { useState } from "react";
import { passwordsDiffer, passwordsDifferText } from "../../models/sign-in/new-password.ts";

/** Shows the mismatch when a field loses the focus or the form is submitted, not while typing. Blocks the submit while they differ. */
export function useSamePasswords(form: RefObject<HTMLFormElement>) {
  const [isShown, setShown] = useState(false);
  const differ = () => form.current !== null && passwordsDiffer(new FormData(form.current));
  const compare = ({ type }: { type: string }) => setShown((shown) => (shown || type === "blur") && differ());
  const blockMismatch = (event: FormEvent) => {
    if (!differ()) return;
    event.preventDefault();
    setShown(true);
    form.current?.querySelector<HTMLElement>("[name=confirm_password]")?.focus();
  };
  return { difference: isShown ? passwordsDifferText : undefined, compare, blockMismatch };
}
