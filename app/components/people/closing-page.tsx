import { Form, Link, useNavigation } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { ClosingView } from "../../models/people/closing.server.ts";
import { closeAccountPath, ownDataPath, profilePath } from "../../paths/paths.ts";
import { TextField, SendButton } from "../forms/field.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { useFormNotice } from "../forms/use-form-notice.ts";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { ClosedPanel } from "./closing-panels.tsx";

interface ClosingPageProps {
  view: ClosingView;
  failure: FailedForm | undefined;
}

export function ClosingPage({ view, failure }: ClosingPageProps) {
  useFocusOnFailure(failure);
  return (
    <MemberFrame current={profilePath}>
      <div className="wrap page">
        <div className="head">
          <h1>Close Your Account</h1>
          <Link className="a" to={profilePath}>
            Your profile
          </Link>
        </div>
        <div className="single">
          {view.on === null ? (
            <>
              <WhatHappens view={view} />
              <CloseForm view={view} failure={failure} />
            </>
          ) : (
            <ClosedPanel on={view.on} failure={undefined} />
          )}
        </div>
      </div>
    </MemberFrame>
  );
}

function WhatHappens({ view: { wouldBe, charged, billed, supportEmail } }: Pick<ClosingPageProps, "view">) {
  return (
    <section className="panel form" aria-labelledby="happens">
      <h2 id="happens">What happens</h2>
      <ul className="stack">
        <li>
          <strong>Now:</strong> we sign out your other devices and stop emails about picks.
          {charged && " Your membership is canceled. You will not be charged again, and there is no refund."}
        </li>
        <li>
          <strong>Until {wouldBe}:</strong> you can still sign in and keep your account.
        </li>
        <li>
          <strong>On {wouldBe}:</strong> we delete your name, phone, email, password, saved picks and notes, settings
          and sign-ins.
        </li>
        <li>
          <strong>What stays:</strong> payment records, with the email you used at checkout; any affiliate commission,
          without your name; our log of account changes, which lists you only by a number. The public record of picks
          has nothing about you.
        </li>
      </ul>
      {!billed && (
        <p>
          We can't cancel payments you set up on the payment page. Email{" "}
          <a className="a" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>{" "}
          first.
        </p>
      )}
      <p>
        <a className="a" href={`${ownDataPath}.json`} download>
          Download your data
        </a>{" "}
        before you go.
      </p>
    </section>
  );
}

function CloseForm({ view: { email, twoFactorOn }, failure }: ClosingPageProps) {
  const { outcome, forget } = useFormNotice(failure, null, "Nothing was changed");
  const busy = useNavigation().formAction?.startsWith(closeAccountPath);
  return (
    <Form
      className="panel form"
      method="post"
      action={closeAccountPath}
      aria-labelledby="confirm"
      preventScrollReset
      onChange={forget}
    >
      <h2 id="confirm">Confirm it's you</h2>
      <NoticeAlert notice={outcome} />
      {/* For password managers. */}
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        name="current_password"
        required
        autoComplete="current-password"
        error={failure?.errors.current_password}
      />
      {twoFactorOn && (
        <TextField
          label="Code"
          name="code"
          className="f big-l"
          required
          autoComplete="one-time-code"
          maxLength={40}
          help="6 digits from your app, or a recovery code."
          error={failure?.errors.code}
        />
      )}
      <div className="row">
        <Link className="btn" to={profilePath}>
          Keep my account
        </Link>
        <SendButton className="btn danger" busy={busy}>
          {busy ? "Closing..." : "Close my account"}
        </SendButton>
      </div>
    </Form>
  );
}
