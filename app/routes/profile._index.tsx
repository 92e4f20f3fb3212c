import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ProfilePage } from "../components/profile-page.tsx";
import { page, submit } from "../http.server.ts";
import { openOwnProfile, saveOwnProfile } from "../models/profile.server.ts";
import { profilePath } from "../paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Profile");
export const loader = (args: LoaderFunctionArgs) => page(args, openOwnProfile);
export const action = (args: ActionFunctionArgs) => submit(args, saveOwnProfile, () => ({ to: profilePath, notice: "Profile updated successfully!" }));
export { clientAction, unlessUnsent as shouldRevalidate } from "../components/unsent.ts";

export default function OwnProfile() {
  return <ProfilePage profile={useLoaderData<typeof loader>()} failures={{ profile: useActionData<typeof action>() }} />;
}
