import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { submitOrFail, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submit } from "../http/form.server.ts";
import { mailConfirmationAgain } from "../models/people/email-confirmation.server.ts";
import { readOwnProfilePage } from "../models/people/profile.server.ts";
import { dashboardPath, profilePath, settingsPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Profile");
export const loader = (args: LoaderFunctionArgs) => page(args, readOwnProfilePage);
export const action = (args: ActionFunctionArgs) =>
  submit(args, mailConfirmationAgain, () => ({ to: pageOf(args.request), notice: "The email is on its way." }), {
    goneTo: pageOf(args.request),
    goneWhen: ["conflict"],
  });

/** The page that the button is on. */
function pageOf(request: Request): string {
  const from = new URL(request.url).searchParams.get("from");
  return [dashboardPath, settingsPath].find((path) => path === from) ?? profilePath;
}

export const clientAction = (args: ClientActionFunctionArgs) => submitOrFail(args, "The email was not sent");
export const shouldRevalidate = revalidateUnlessKept;

export { OwnProfile as default } from "../components/people/profile-page.tsx";
