import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { SignInForm } from "../components/sign-in/sign-in-form.tsx";
import { submitOrExplain, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submitSignIn } from "../http/form.server.ts";
import { readSitePage } from "../models/site.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Admin Login");
export const loader = (args: LoaderFunctionArgs) => page(args, readSitePage);
export const action = (args: ActionFunctionArgs) => submitSignIn(args, "staff");
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitOrExplain(args, { unsent: "Server error. Please try again later.", failed: "Login failed." });
export const shouldRevalidate = revalidateUnlessKept;

export default function AdminLogin() {
  return (
    <SignInForm
      title="Admin Login"
      notice={useLoaderData<typeof loader>().notice}
      failure={useActionData<typeof action>()}
    />
  );
}
