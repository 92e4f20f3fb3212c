import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../documents/page-handle.ts";
import { refuseForm } from "../http/form.server.ts";
import { runThenRedirect } from "../http/page.server.ts";
import { renewOwnMembership } from "../models/billing/membership.server.ts";
import { profilePath } from "../paths/paths.ts";

export const handle: PageHandle = { styles: ["forms", "account"] };
export const loader = (args: LoaderFunctionArgs) =>
  runThenRedirect(args, renewOwnMembership, () => ({
    to: profilePath,
    notice: "Your membership is renewed. Welcome back.",
  }));
export const action = () => refuseForm();

/** Never rendered: the loader redirects or throws. */
export default function Renewed() {
  return null;
}
