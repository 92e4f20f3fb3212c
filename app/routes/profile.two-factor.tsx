import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { TwoFactorPage } from "../components/two-factor-page.tsx";
import type { PageHandle } from "../documents/handle.ts";
import { submitAndShow } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { changeTwoFactor, openTwoFactor } from "../models/two-factor.server.ts";
import { twoFactorPath } from "../paths.ts";
import { titled } from "../site.ts";

/** Null where the page itself shows what came of the step: recovery codes, this once. */
const after = { begun: { to: twoFactorPath }, on: null, renewed: null, off: { to: twoFactorPath, notice: "Two-factor sign-in is off." } } as const;

export const meta = () => titled("Two-factor sign-in");
export const handle: PageHandle = { styles: ["forms"] };
export const loader = (args: LoaderFunctionArgs) => page(args, openTwoFactor);
export const action = (args: ActionFunctionArgs) => submitAndShow(args, changeTwoFactor, ({ done }) => after[done]);
export { clientAction, unlessKept as shouldRevalidate } from "../components/unsent.ts";

export default function TwoFactor() {
  return <TwoFactorPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
