import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { withQrCode } from "../components/drawings/qr-code.server.ts";
import { TwoFactorPage } from "../components/sign-in/two-factor-page.tsx";
import { page, submitAndShow } from "../http/form.server.ts";
import { withView } from "../models/operation.server.ts";
import { changeTwoFactor, readTwoFactorPage } from "../models/sign-in/two-factor.server.ts";
import { twoFactorPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

/** Null where the response shows the recovery codes, once. */
const after = {
  begun: { to: twoFactorPath },
  on: null,
  renewed: null,
  off: { to: twoFactorPath, notice: "Two-factor sign-in is off." },
} as const;

export const meta = () => titled("Two-factor sign-in");
export const loader = (args: LoaderFunctionArgs) => page(args, withView(readTwoFactorPage, withQrCode));
export const action = (args: ActionFunctionArgs) => submitAndShow(args, changeTwoFactor, ({ done }) => after[done]);
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function TwoFactor() {
  return <TwoFactorPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
