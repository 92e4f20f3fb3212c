import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PickDeletion } from "../components/staff-picks/pick-deletion.tsx";
import { page, submit } from "../http/form.server.ts";
import { backToList, managerPath } from "../paths/paths.ts";
import { regularPicks } from "../models/picks/pick.server.ts";
import { doneText } from "../models/picks/pick.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Delete Pick");
export const loader = (args: LoaderFunctionArgs) => page(args, regularPicks.readManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    regularPicks.deletePick,
    (pick) => ({ to: backToList(managerPath("regular"), args), notice: doneText("Pick deleted", pick) }),
    { goneTo: backToList(managerPath("regular"), args) },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function DeletePick() {
  return (
    <PickDeletion stream="regular" view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}
