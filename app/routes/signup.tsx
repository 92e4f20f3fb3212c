import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useActionData, useLoaderData } from "@remix-run/react";
import { AuthPage, redirectOf } from "../components/sign-in/auth-page.tsx";
import { NoticeAlert } from "../components/shared/notice.tsx";
import { SignUpForm } from "../components/people/sign-up-form.tsx";
import { submitOrExplain, revalidateUnlessKept } from "../components/forms/client-action.ts";
import { page, submitThenRedirectLater } from "../http/form.server.ts";
import { readSignUpPage, signUpAfterPayment } from "../models/people/sign-up.server.ts";
import { home, pricingPath, profilePath, signInPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Create an Account");
export const loader = (args: LoaderFunctionArgs) => page(args, readSignUpPage, "public");
export const action = (args: ActionFunctionArgs) =>
  submitThenRedirectLater(
    args,
    signUpAfterPayment,
    ({ email, ...account }) => ({
      message: "Signup successful! Redirecting to login...",
      to: home,
      afterMs: 1500,
      signInEmail: email,
      notice: {
        text: readyText(account),
        tone: "good",
        link: { to: signInPath, label: "Login" },
      },
    }),
    { query: ["payment_success"], cookies: ["referral"] },
  );
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitOrExplain(args, { unsent: "Server error. Please try again.", failed: "Signup failed" });
export const shouldRevalidate = revalidateUnlessKept;

function readyText({ waits, confirms }: { waits: boolean; confirms: boolean }): string {
  return [
    "Your account is ready.",
    ...(waits ? ["You get access once we confirm your payment."] : []),
    ...(confirms ? ["We sent you an email with a link to confirm your address."] : []),
  ].join(" ");
}

export default function SignUp() {
  const { state, message, receipt, email, sessionId, idempotencyKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // After a successful sign-up the payment counts as used, so the state is "unpaid" again.
  if (state !== "form" && !redirectOf(answer)) return <Unpaid message={message} isMember={state === "member"} />;
  return (
    <AuthPage title="Create an Account">
      {receipt && !redirectOf(answer) && <NoticeAlert notice={{ text: receipt, tone: "good" }} />}
      <SignUpForm email={email} sessionId={sessionId} idempotencyKey={idempotencyKey} answer={answer} />
    </AuthPage>
  );
}

function Unpaid({ message, isMember }: { message: string; isMember: boolean }) {
  return (
    <AuthPage title="Sign Up">
      <NoticeAlert notice={{ text: message, tone: "plain" }} />
      <p>
        <Link className="a" to={isMember ? profilePath : pricingPath}>
          {isMember ? "Go to your profile" : "View Pricing"}
        </Link>
      </p>
    </AuthPage>
  );
}
