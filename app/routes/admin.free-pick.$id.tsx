import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { FreeChoicePage } from "../components/staff-picks/free-choice-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { chooseFreePick, readFreeChoicePage } from "../models/picks/free-pick.server.ts";
import { doneText } from "../models/picks/pick.ts";
import { atPickRow, managerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Free Pick");
export const loader = (args: LoaderFunctionArgs) => page(args, readFreeChoicePage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, chooseFreePick, ({ row, isFree }) => ({
    to: atPickRow(managerPath(row.stream), row.id),
    notice: doneText(isFree ? "Free for everybody" : "No longer free", row),
  }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ChooseFreePick() {
  return <FreeChoicePage choice={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
