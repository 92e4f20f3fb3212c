import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { PicksManager } from "../components/staff-picks/picks-manager.tsx";
import { submitOrExplain, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submit } from "../http/form.server.ts";
import { atPickRow, backToList, managerPath } from "../paths/paths.ts";
import { savedMessage } from "../models/merge/kept-changes.ts";
import { proPicks } from "../models/picks/pick.server.ts";
import { doneText } from "../models/picks/pick.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Edit Pro Pick");
export const loader = (args: LoaderFunctionArgs) => page(args, proPicks.readManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, proPicks.savePickForm, ({ pick, kept }) => ({
    to: atPickRow(backToList(managerPath("pro"), args), pick.id),
    notice: savedMessage(doneText("Pro pick saved", pick), kept),
  }));
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitOrExplain(args, {
    unsent: "Network or server error while saving pro pick.",
    failed: "Failed to save pro pick",
  });
export const shouldRevalidate = revalidateUnlessKept;

export default function EditProPick() {
  return <PicksManager stream="pro" view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
