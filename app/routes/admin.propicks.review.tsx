import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PicksManager } from "../components/staff-picks/picks-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";
import { reviewFields, reviewedText } from "../models/picks/review.ts";
import { managerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Review Pro Drafts");
export const loader = (args: LoaderFunctionArgs) => page(args, proPicks.readManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, proPicks.reviewDrafts, (review) => ({ to: managerPath("pro"), notice: reviewedText(review) }), {
    fieldLimit: reviewFields,
    bodyLimit: 256 * 1024,
  });
// The page is loaded anew after a refusal, too: a draft may have been changed meanwhile.
export { clientAction } from "../components/forms/client-action.ts";

export default function ReviewProDrafts() {
  return (
    <PicksManager stream="pro" view={useLoaderData<typeof loader>()} reviewFailure={useActionData<typeof action>()} />
  );
}
