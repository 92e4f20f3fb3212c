import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { SignInCodeForm } from "../components/sign-in/sign-in-code-form.tsx";
import { submitOrExplain, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submitSignInCode } from "../http/form.server.ts";
import { readChallengePage } from "../models/sign-in/two-factor-challenge.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Enter your code");
export const loader = (args: LoaderFunctionArgs) => page(args, readChallengePage, "public", { cookies: ["challenge"] });
export const action = (args: ActionFunctionArgs) => submitSignInCode(args);
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitOrExplain(args, { unsent: "Login failed", failed: "Login failed" });
export const shouldRevalidate = revalidateUnlessKept;

export default function SignInCode() {
  return <SignInCodeForm challenge={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />;
}
