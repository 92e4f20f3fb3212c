import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { PicksManager } from "../components/staff-picks/picks-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { regularPicks } from "../models/picks/pick.server.ts";
import { addedText } from "../models/picks/pick.ts";
import { nextPickPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Picks Manager");
export const loader = (args: LoaderFunctionArgs) => page(args, regularPicks.readManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, regularPicks.addPickOnce, (pick) => ({
    to: nextPickPath("regular", pick.id),
    notice: `${addedText(pick)} ${pick.reading}`.trim(),
  }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function AddPick() {
  return (
    <PicksManager stream="regular" view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}
