import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CorrectPage } from "../components/staff-picks/correct-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { backToList, editPickPath } from "../paths/paths.ts";
import { savedMessage } from "../models/merge/kept-changes.ts";
import { regularPicks } from "../models/picks/pick.server.ts";
import { doneText } from "../models/picks/pick.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Correct Pick");
export const loader = (args: LoaderFunctionArgs) => page(args, regularPicks.readCorrectionPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, regularPicks.correctPick, ({ pick, kept }) => ({
    to: backToList(editPickPath("regular", pick.id), args),
    notice: savedMessage(doneText("Pick saved", pick), kept),
  }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function CorrectPick() {
  return (
    <CorrectPage stream="regular" view={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}
