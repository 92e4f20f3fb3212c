import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { submitOrFail, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submit } from "../http/form.server.ts";
import { changeOwnPassword } from "../models/sign-in/own-password.server.ts";
import { readOwnProfilePage } from "../models/people/profile.server.ts";
import { passwordFormPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Profile");
export const loader = (args: LoaderFunctionArgs) => page(args, readOwnProfilePage);
export const action = (args: ActionFunctionArgs) =>
  submit(args, changeOwnPassword, () => ({ to: passwordFormPath, notice: "Password updated successfully!" }));
export const clientAction = (args: ClientActionFunctionArgs) => submitOrFail(args, "Password update failed");
export const shouldRevalidate = revalidateUnlessKept;

export { OwnProfile as default } from "../components/people/profile-page.tsx";
