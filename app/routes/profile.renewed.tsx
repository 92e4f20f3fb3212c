import type { LoaderFunctionArgs } from "@remix-run/node";
import type { PageHandle } from "../documents/page-handle.ts";
import { noForm } from "../doors/form.server.ts";
import { passOn } from "../doors/page.server.ts";
import { renewOwnMembership } from "../models/billing/membership.server.ts";
import { profilePath } from "../paths/paths.ts";

export const handle: PageHandle = { styles: ["forms"] };
export const loader = (args: LoaderFunctionArgs) => passOn(args, renewOwnMembership, () => ({ to: profilePath, notice: "Your membership is renewed. Welcome back." }));
export const action = () => noForm();

/** Only for the error page of a payment that could not be read: its loader always leads on. */
export default function Renewed() {
  return null;
}
