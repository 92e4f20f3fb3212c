import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PickDeletion } from "../components/staff-picks/pick-deletion.tsx";
import { page, submit } from "../http/form.server.ts";
import { backToList, managerPath } from "../paths/paths.ts";
import { proPicks } from "../models/picks/pick.server.ts";
import { doneText } from "../models/picks/pick.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Delete Pro Pick");
export const loader = (args: LoaderFunctionArgs) => page(args, proPicks.readManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    proPicks.deletePick,
    (pick) => ({ to: backToList(managerPath("pro"), args), notice: doneText("Pro pick deleted", pick) }),
    { goneTo: backToList(managerPath("pro"), args) },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function DeleteProPick() {
  return <PickDeletion stream="pro" view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
