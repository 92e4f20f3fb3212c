import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { PicksManager } from "../components/staff-picks/picks-manager.tsx";
import { submitOrExplain, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submit } from "../http/form.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";
import { addedText } from "../models/picks/pick.ts";
import { nextPickPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Pro Picks Manager");
export const loader = (args: LoaderFunctionArgs) => page(args, proPicks.readManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, proPicks.addPickOnce, (pick) => ({
    to: nextPickPath("pro", pick.id),
    notice: `${addedText(pick)} ${pick.reading}`.trim(),
  }));
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitOrExplain(args, {
    unsent: "Network or server error while saving pro pick.",
    failed: "Failed to save pro pick",
  });
export const shouldRevalidate = revalidateUnlessKept;

export default function AddProPick() {
  return <PicksManager stream="pro" view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
