import { type RefObject, useState } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import { passwordsDiffer, passwordsDifferText } from "../../models/sign-in/new-password.ts";

/** The error of the second password: the server's until a password is edited, and the mismatch after leaving a field or submitting. */
export function useSamePasswords(form: RefObject<HTMLFormElement>, failure: FailedForm | undefined) {
  const [isShown, setShown] = useState(false);
  const [outdated, setOutdated] = useState<FailedForm>();
  const compare = ({ type }: { type: string }) => {
    const differ = form.current !== null && passwordsDiffer(new FormData(form.current));
    setShown((shown) => (shown || type !== "change") && differ);
    if (type === "change") setOutdated(failure);
  };
  const refused = failure === outdated ? undefined : failure?.errors.confirm_password;
  return { mismatch: isShown ? passwordsDifferText : refused, compare };
}
