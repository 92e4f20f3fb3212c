import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PicksManager } from "../components/picks/picks-manager.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { submit } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { backToList } from "../paths/lists.ts";
import { savedMessage } from "../models/merge/kept-changes.ts";
import { regularPicks } from "../models/picks/pick.server.ts";
import { doneText } from "../models/picks/pick.ts";
import { managerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Edit Pick");
export const handle: PageHandle = { styles: ["forms", "lists", "staff"] };
export const loader = (args: LoaderFunctionArgs) => page(args, regularPicks.openManager, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, regularPicks.savePickForm, ({ pick, kept }) => ({
    to: backToList(managerPath("regular"), args),
    notice: savedMessage(doneText("Pick saved", pick), kept),
  }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function EditPick() {
  return (
    <PicksManager stream="regular" view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}
