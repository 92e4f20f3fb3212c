import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { submitOrFail, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submit } from "../http/form.server.ts";
import { keepOwnAccount } from "../models/people/closing.server.ts";
import { readOwnProfilePage } from "../models/people/profile.server.ts";
import { profilePath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Profile");
export const loader = (args: LoaderFunctionArgs) => page(args, readOwnProfilePage);
export const action = (args: ActionFunctionArgs) =>
  submit(args, keepOwnAccount, () => ({ to: profilePath, notice: "Your account won't be deleted." }));
export const clientAction = (args: ClientActionFunctionArgs) => submitOrFail(args, "Your account was not kept");
export const shouldRevalidate = revalidateUnlessKept;

export { OwnProfile as default } from "../components/people/profile-page.tsx";
