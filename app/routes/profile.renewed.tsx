import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../http/form.server.ts";
import { returnToProfile } from "../http/page.server.ts";
import { renewOwnMembership } from "../models/billing/membership.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  returnToProfile(args, renewOwnMembership, "Your membership is renewed. Welcome back.");
export const action = () => refuseForm();

/** Never rendered: the loader redirects or throws. */
export default function Renewed() {
  return null;
}
