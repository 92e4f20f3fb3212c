import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData } from "@remix-run/react";
import { AuthPage } from "../components/sign-in/auth-page.tsx";
import { ForgotPasswordForm } from "../components/sign-in/forgot-password-form.tsx";
import { submitOrExplain, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submitThenRedirectLater } from "../http/form.server.ts";
import { requestResetCode } from "../models/password-reset/reset-request.server.ts";
import { readSitePage } from "../models/site.server.ts";
import { verifyCodePath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Forgot Password");
export const loader = (args: LoaderFunctionArgs) => page(args, readSitePage, "public");
export const action = (args: ActionFunctionArgs) =>
  submitThenRedirectLater(
    args,
    requestResetCode,
    (reset) => ({
      message: "OTP sent! Check your email.",
      to: verifyCodePath,
      afterMs: 1000,
      reset,
    }),
    { cookies: ["reset-token"] },
  );
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitOrExplain(args, { unsent: "Failed to send OTP", failed: "Failed to send OTP" });
export const shouldRevalidate = revalidateUnlessKept;

export default function ForgotPassword() {
  return (
    <AuthPage title="Forgot Password">
      <ForgotPasswordForm answer={useActionData<typeof action>()} />
    </AuthPage>
  );
}
