import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { referralsPath, takeBackPath } from "../paths/affiliates.ts";
import { ConfirmDialog } from "../components/shared/confirm-dialog.tsx";
import { TextField } from "../components/forms/field.tsx";
import { useFocusOnFailure } from "../components/shared/use-focus.ts";
import { Instant } from "../components/shared/instant.tsx";
import { ReferralsPage } from "../components/affiliates/referrals-page.tsx";
import { page, submit } from "../http/form.server.ts";
import { backToList } from "../paths/paths.ts";
import { askToTakeBack, takeBack } from "../models/affiliates/referral-list.server.ts";
import { formatMoney } from "../money.ts";
import { titled } from "../site.ts";
import { useListPath } from "../components/shared/list-parts.tsx";

export const meta = () => titled("Take Back");
export const loader = (args: LoaderFunctionArgs) => page(args, askToTakeBack, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, takeBack, ({ affiliateId, taken_cents }) => ({
    to: backToList(referralsPath(affiliateId), args),
    notice: taken_cents > 0 ? `${formatMoney(taken_cents)} taken back.` : "Nothing was left to take back.",
  }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function TakeBack() {
  const inPlace = useListPath();
  const view = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  const { affiliate, asked } = view;
  useFocusOnFailure(failure);
  const dialog = (
    <ConfirmDialog
      question="Take the commission back?"
      subject={
        <p>
          {formatMoney(asked.kept_cents)} of {affiliate.name}, for the signup of <Instant iso={asked.created_at} />
        </p>
      }
      note="What was paid already comes off the next payout. This cannot be undone."
      confirmLabel="Take back"
      cancelTo={inPlace(referralsPath(affiliate.id))}
      action={inPlace(takeBackPath(affiliate.id, asked.id))}
      problem={failure?.message}
    >
      <TextField
        label="Reason"
        name="reason"
        className="f big-l"
        required
        maxLength={200}
        autoComplete="off"
        help="Staff see it, the affiliate does not. Name no member."
        defaultValue={failure?.values.reason ?? ""}
        error={failure?.errors.reason}
      />
    </ConfirmDialog>
  );
  return <ReferralsPage view={view} dialog={dialog} />;
}
