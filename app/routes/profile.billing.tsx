import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MemberFrame } from "../components/shared/frame.tsx";
import { ExternalRedirect, redirectTo } from "../components/billing/external-redirect.tsx";
import { ProfilePage } from "../components/people/profile-page.tsx";
import { page, submitThenRedirectLater } from "../http/form.server.ts";
import { readOwnBillingPage } from "../models/billing/membership.server.ts";
import { readOwnProfilePage } from "../models/people/profile.server.ts";
import { profilePath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Profile");
export const loader = (args: LoaderFunctionArgs) => page(args, readOwnProfilePage);
export const action = (args: ActionFunctionArgs) =>
  submitThenRedirectLater(args, readOwnBillingPage, redirectTo("the billing page"));

export default function OwnBilling() {
  const profile = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (!answer || !("to" in answer)) return <ProfilePage profile={profile} failures={{ billing: answer }} />;
  return (
    <MemberFrame current={profilePath}>
      <div className="wrap page">
        <div className="head">
          <h1>Billing</h1>
        </div>
        <ExternalRedirect redirect={answer} />
      </div>
    </MemberFrame>
  );
}
