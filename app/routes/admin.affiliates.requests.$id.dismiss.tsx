import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { AffiliateQuestion } from "../components/affiliates/affiliate-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { askAboutRequest } from "../models/affiliates/affiliate-manager.server.ts";
import { dismissAffiliation } from "../models/affiliates/affiliate-request.server.ts";
import { affiliateRequestAnswerPath } from "../paths/affiliates.ts";
import { backToList, affiliatesManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Dismiss Request");
export const loader = (args: LoaderFunctionArgs) => page(args, askAboutRequest, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    dismissAffiliation,
    () => ({ to: backToList(affiliatesManagerPath, args), notice: "Request dismissed." }),
    { goneTo: backToList(affiliatesManagerPath, args) },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function DismissRequest() {
  const [view, failure] = [useLoaderData<typeof loader>(), useActionData<typeof action>()];
  const { id, name, email } = view.asked;
  return (
    <AffiliateQuestion
      view={view}
      failure={failure}
      question="Dismiss this request?"
      subject={
        <p>
          {name}, {email}
        </p>
      }
      note="This cannot be undone. The sender is not notified."
      action={affiliateRequestAnswerPath(id, "dismiss")}
      confirmLabel="Dismiss"
    />
  );
}
