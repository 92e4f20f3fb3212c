import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { AuthPage } from "../components/sign-in/auth-page.tsx";
import { ResetPasswordForm } from "../components/sign-in/reset-password-form.tsx";
import { submitOrExplain, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submitThenRedirectLater } from "../http/form.server.ts";
import { resetPasswordByForm } from "../models/password-reset/reset-code.server.ts";
import { readResetPage } from "../models/password-reset/reset-request.server.ts";
import { home, signInPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Verify OTP");
export const loader = (args: LoaderFunctionArgs) => page(args, readResetPage, "public", { cookies: ["reset"] });
export const action = (args: ActionFunctionArgs) =>
  submitThenRedirectLater(
    args,
    resetPasswordByForm,
    (reset) => ({
      message: "Password reset successfully! Redirecting...",
      to: home,
      afterMs: 1500,
      reset: { ...reset, done: true },
      signInEmail: reset.email,
      notice: { text: "Your password has been changed.", tone: "good", link: { to: signInPath, label: "Login" } },
    }),
    { cookies: ["reset"] },
  );
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitOrExplain(args, { unsent: "OTP verification failed", failed: "OTP verification failed" });
export const shouldRevalidate = revalidateUnlessKept;

export default function VerifyCode() {
  return (
    <AuthPage title="Verify OTP">
      <ResetPasswordForm reset={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
    </AuthPage>
  );
}
