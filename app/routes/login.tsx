import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { type PreviewArgs, linkPreview } from "../components/landing/link-preview.ts";
import { SignInForm } from "../components/sign-in/sign-in-form.tsx";
import { submitOrExplain, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submitSignIn } from "../http/form.server.ts";
import { readSignInPage } from "../models/site.server.ts";
import { signInPath } from "../paths/paths.ts";

export const meta = (args: PreviewArgs) =>
  linkPreview(
    args,
    "Login",
    "Sign in to see today's picks, the history of all picks and your own card. New here? See what a membership costs.",
  );
export const loader = (args: LoaderFunctionArgs) =>
  page(args, readSignInPage, "member", { cookies: ["sign-in-email"] });
export const action = (args: ActionFunctionArgs) => submitSignIn(args, "member");
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitOrExplain(args, { unsent: "Login failed", failed: "Login failed" });
export const shouldRevalidate = revalidateUnlessKept;

export default function Login() {
  const { notice, email } = useLoaderData<typeof loader>();
  return (
    <SignInForm
      title="Login"
      current={signInPath}
      notice={notice}
      email={email}
      failure={useActionData<typeof action>()}
      helps
    />
  );
}
