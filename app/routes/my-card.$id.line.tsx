import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { OwnLineForm } from "../components/card/own-line-form.tsx";
import { MemberFrame } from "../components/shared/frame.tsx";
import { page, submit } from "../http/form.server.ts";
import { noteOwnLine, readOwnLinePage } from "../models/card/own-line.server.ts";
import { cardPath, cardTabPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("My Line");
export const loader = (args: LoaderFunctionArgs) => page(args, readOwnLinePage);
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    noteOwnLine,
    ({ stream, isSettled }) => ({
      to: cardTabPath(isSettled ? "results" : "picks", stream),
      notice: "Your line is saved.",
    }),
    { goneTo: cardPath, goneWhen: ["not-found"] },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function OwnLinePage() {
  return (
    <MemberFrame current={cardPath}>
      <OwnLineForm {...useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
    </MemberFrame>
  );
}
