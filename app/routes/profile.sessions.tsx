import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { ClientActionFunctionArgs } from "@remix-run/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ProfilePage } from "../components/people/profile-page.tsx";
import { submitOrFail, revalidateUnlessKept } from "../components/forms/client-action.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { endOwnSession } from "../models/sign-in/own-sessions.server.ts";
import { openOwnProfile } from "../models/people/profile.server.ts";
import { ownSessionsSectionPath, profilePath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Profile");
export const handle: PageHandle = { styles: ["forms"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openOwnProfile);
export const action = (args: ActionFunctionArgs) =>
  submit(args, endOwnSession, () => ({ to: ownSessionsSectionPath, notice: "That device is signed out." }), {
    goneTo: profilePath,
  });
export const clientAction = (args: ClientActionFunctionArgs) => submitOrFail(args, "Sign-out failed");
export const shouldRevalidate = revalidateUnlessKept;

export default function OwnSessions() {
  return (
    <ProfilePage profile={useLoaderData<typeof loader>()} failures={{ sessions: useActionData<typeof action>() }} />
  );
}
