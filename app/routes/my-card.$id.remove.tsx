import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { ConfirmDialog } from "../components/shared/confirm-dialog.tsx";
import { OwnCard } from "../components/picks/own-card.tsx";
import { submitOrFail, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submit } from "../http/form.server.ts";
import { describePick } from "../models/picks/pick.ts";
import { askToRemove, removeFromOwnCard } from "../models/card/saved-pick.server.ts";
import { cardPath, cardTabPath, removeSavedPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Remove Pick");
export const loader = (args: LoaderFunctionArgs) => page(args, askToRemove);
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    removeFromOwnCard,
    ({ stream }) => ({ to: cardTabPath("picks", stream), notice: "Pick removed from your card." }),
    { goneTo: cardPath, goneWhen: ["not-found", "conflict"] },
  );
export const clientAction = (args: ClientActionFunctionArgs) => submitOrFail(args, "Failed to remove pick");
export const shouldRevalidate = revalidateUnlessKept;

export default function RemoveFromCard() {
  const { chosen, ...card } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const dialog = (
    <ConfirmDialog
      question="❌ Are you sure you want to remove this pick?"
      subject={describePick(chosen)}
      confirmLabel="Remove"
      cancelTo={cardTabPath("picks", card.stream)}
      action={removeSavedPath(chosen.id)}
      problem={failure?.message}
    />
  );
  return <OwnCard card={card} dialog={dialog} />;
}
