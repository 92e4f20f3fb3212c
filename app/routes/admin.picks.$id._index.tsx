import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PicksManager } from "../components/staff-picks/picks-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { atPickRow, backToList, managerPath } from "../paths/paths.ts";
import { savedMessage } from "../models/merge/kept-changes.ts";
import { regularPicks } from "../models/picks/pick.server.ts";
import { doneText } from "../models/picks/pick.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Edit Pick");
export const loader = (args: LoaderFunctionArgs) => page(args, regularPicks.readManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, regularPicks.savePickForm, ({ pick, kept }) => ({
    to: atPickRow(backToList(managerPath("regular"), args), pick.id),
    notice: savedMessage(doneText("Pick saved", pick), kept),
  }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function EditPick() {
  return (
    <PicksManager stream="regular" view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}
