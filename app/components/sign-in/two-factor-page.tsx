import { Form, Link, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { type FailedForm, failureOf } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { QrCode } from "../drawings/qr-code.server.ts";
import type { TwoFactorStep, TwoFactorView } from "../../models/sign-in/two-factor.server.ts";
import { recoveryCodeCount } from "../../models/sign-in/two-factor.ts";
import { profilePath, twoFactorPath } from "../../paths/paths.ts";
import { TextField, SendButton } from "../forms/field.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { useFormNotice } from "../forms/use-form-notice.ts";
import { useFocusOnFailure } from "../shared/use-focus.ts";

interface TwoFactorPageProps {
  view: TwoFactorView & PageExtras & { qr: QrCode | null };
  answer: TwoFactorStep | FailedForm | undefined;
}

export function TwoFactorPage({ view, answer }: TwoFactorPageProps) {
  const failure = failureOf(answer);
  const shown = answer && "recoveryCodes" in answer && view.since !== null ? answer : null;
  const failureAt = (step: Step) => (failure?.values.step === step ? failure : undefined);
  const isShownInForm =
    failure && (view.since === null ? view.setUp && failureAt("on") : (failureAt("renew") ?? failureAt("off")));
  return (
    <MemberFrame current={profilePath}>
      <div className="wrap page">
        <div className="head">
          <h1>Two-factor sign-in</h1>
          {!view.due && (
            <Link className="a" to={profilePath}>
              Your profile
            </Link>
          )}
        </div>
        <div className="stack">
          {view.due && (
            <NoticeAlert
              notice={{ text: "All staff must use two-factor sign-in. Set it up to continue.", tone: "plain" }}
            />
          )}
          <NoticeAlert notice={failure ? null : view.notice} problem={isShownInForm ? undefined : failure?.message} />
          <div className="single">
            {shown && <RecoveryCodes step={shown} />}
            {view.since === null && !view.setUp && <StartForm />}
            {view.setUp && view.qr && <ScanPanel setUp={view.setUp} qr={view.qr} />}
            {view.setUp && <ProofForm step="on" email={view.email} failure={failureAt("on")} />}
            {view.since !== null && !shown && <StatusPanel since={view.since} left={view.recoveryCodesLeft} />}
            {view.since !== null && !shown && (
              <ProofForm step="renew" email={view.email} failure={failureAt("renew")} />
            )}
            {view.since !== null && !shown && <ProofForm step="off" email={view.email} failure={failureAt("off")} />}
          </div>
        </div>
      </div>
    </MemberFrame>
  );
}

function StartForm() {
  return (
    <Form className="panel form" method="post" action={twoFactorPath} aria-labelledby="begin">
      <h2 id="begin">Set up two-factor sign-in</h2>
      <p>Signing in will also need a six-digit code from an app on your phone.</p>
      <p className="muted">Any authenticator app works. Turning it on signs you out on all other devices.</p>
      <div className="row">
        <button className="btn primary" name="step" value="begin">
          Set it up
        </button>
      </div>
    </Form>
  );
}

function ScanPanel({ setUp: { key, link }, qr }: { setUp: NonNullable<TwoFactorView["setUp"]>; qr: QrCode }) {
  return (
    <section className="panel" aria-labelledby="scan">
      <h2 id="scan">1. Scan this code with your app</h2>
      <svg
        width="232"
        height="232"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        role="img"
        aria-label="QR code for an authenticator app"
        shapeRendering="crispEdges"
      >
        <path fill="#fff" d={`M0 0h${qr.size}v${qr.size}H0z`} />
        <path stroke="#000" d={qr.path} />
      </svg>
      <p>
        Or type this key:{" "}
        <code>
          <b>{key}</b>
        </code>
      </p>
      <p>
        <a className="a" href={link}>
          Open in an app on this device
        </a>
      </p>
      <Form method="post" action={twoFactorPath}>
        <button className="btn" name="step" value="begin">
          Make a new key
        </button>
      </Form>
    </section>
  );
}

function StatusPanel({ since, left }: { since: string; left: number }) {
  return (
    <section className="panel" aria-labelledby="state">
      <h2 id="state">It's on</h2>
      <p>
        Since <Instant iso={since} />.
      </p>
      <p>
        {left} of {recoveryCodeCount} recovery codes {left === 1 ? "is" : "are"} left.
        {left < 3 && " Make new ones before they run out."}
      </p>
    </section>
  );
}

type Step = "on" | "renew" | "off";
const forms = {
  on: { title: "2. Turn it on", button: "Turn On", look: "btn primary", note: "" },
  renew: {
    title: "New recovery codes",
    button: "Make New Codes",
    look: "btn",
    note: "Your current codes will stop working.",
  },
  off: {
    title: "Turn it off",
    button: "Turn Off",
    look: "btn",
    note: "Anyone with your password will be able to sign in.",
  },
} as const;

function ProofForm({ step, email, failure }: { step: Step; email: string; failure: FailedForm | undefined }) {
  const { title, button, look, note } = forms[step];
  const navigation = useNavigation();
  const busy = navigation.state !== "idle" && navigation.formData?.get("step") === step;
  const { outcome, forget } = useFormNotice(failure, null, "Nothing was changed");
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFailure(failure, form);
  const first = step === "on";
  return (
    <Form
      ref={form}
      className="panel form"
      method="post"
      action={`${twoFactorPath}#${step}`}
      id={step}
      aria-labelledby={`${step}-title`}
      preventScrollReset={!first}
      onChange={forget}
    >
      <h2 id={`${step}-title`}>{title}</h2>
      <NoticeAlert notice={outcome} />
      {note !== "" && <p className="muted">{note}</p>}
      <input type="hidden" name="step" value={step} />
      {/* For password managers. */}
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField
        label="Current Password"
        name="current_password"
        required
        autoComplete="current-password"
        error={failure?.errors.current_password}
      />
      <TextField
        label="Code"
        name="code"
        className="f big-l"
        required
        autoComplete="one-time-code"
        inputMode={first ? "numeric" : "text"}
        maxLength={first ? 7 : 40}
        help={first ? "6 digits from your app." : "6 digits from your app, or a recovery code."}
        error={failure?.errors.code}
      />
      <div className="row">
        <SendButton className={look} busy={busy}>
          {button}
        </SendButton>
      </div>
    </Form>
  );
}
