import { Form, Link, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";
import { type FailedForm, failureOf } from "../../http/form-state.ts";
import type { OwnConfirmation } from "../../models/people/email-confirmation.server.ts";
import type { OwnMembership } from "../../models/billing/membership.server.ts";
import { isOnlyMistyped } from "../../models/sign-in/new-password.ts";
import type { OwnSession } from "../../models/sign-in/own-sessions.server.ts";
import {
  cancelMembershipPath,
  closeAccountPath,
  keepAccountPath,
  resendConfirmationPath,
  breakPath,
  changePasswordPath,
  ownSessionsPath,
  profilePath,
  renewedPath,
  twoFactorPath,
} from "../../paths/paths.ts";
import { roleLabel } from "../../policy.ts";
import { price } from "../../price.ts";
import type { Notice } from "../../session/notice.ts";
import { BreakPanel } from "./break-panel.tsx";
import { ClosedPanel, ClosePanel } from "./closing-panels.tsx";
import { DataPanel } from "./data-panel.tsx";
import { EmailConfirmationPanel } from "./email-confirmation-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { TextField, SendButton } from "../forms/field.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { MembershipPanel } from "../billing/membership-panel.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useFormNotice } from "../forms/use-form-notice.ts";
import { useSamePasswords } from "../sign-in/use-same-passwords.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";

/** The forms whose notice stands elsewhere than over the details. */
const elsewhere: readonly string[] = [
  breakPath,
  cancelMembershipPath,
  changePasswordPath,
  closeAccountPath,
  keepAccountPath,
  renewedPath,
  ownSessionsPath,
  resendConfirmationPath,
];

interface ProfilePageProps {
  profile: {
    id: number;
    name: string;
    phone: string;
    email: string;
    role: string;
    membership: OwnMembership | null;
    twoFactorOn: boolean;
    confirmation: OwnConfirmation | null;
    closing: { on: string | null } | null;
    sessions: readonly OwnSession[];
    rest: { untilText: string | null } | null;
    notice: Notice | null;
  };
  failures: {
    profile?: FailedForm | undefined;
    password?: FailedForm | undefined;
    billing?: FailedForm | undefined;
    sessions?: FailedForm | undefined;
    confirm?: FailedForm | undefined;
    keep?: FailedForm | undefined;
  };
}

/**
 * All routes that the page's forms post to share it: with one each, a failed form would be a new page without what was
 * typed.
 */
export function OwnProfile() {
  const section = useLocation().pathname.split("/")[2] ?? "profile";
  const failure = failureOf(useActionData<unknown>());
  return <ProfilePage profile={useLoaderData<ProfilePageProps["profile"]>()} failures={{ [section]: failure }} />;
}

export function ProfilePage({ profile, failures }: ProfilePageProps) {
  const { notice, membership } = profile;
  useUnsavedGuard(failures.profile);
  useFocusOnFailure(
    failures.profile ?? failures.password ?? failures.billing ?? failures.sessions ?? failures.confirm ?? failures.keep,
  );
  const noticeFrom = (path: string) => (notice?.from === path ? notice : null);
  const urgent =
    membership !== null &&
    (["ended", "past-due", "waiting", "refused"].includes(membership.status.kind) || membership.running.length > 1);
  const membershipPanel = membership && (
    <MembershipPanel
      membership={membership}
      failure={failures.billing}
      notice={noticeFrom(renewedPath) ?? noticeFrom(cancelMembershipPath)}
    />
  );
  const onBreak = profile.rest?.untilText != null;
  const breakPanel = profile.rest && <BreakPanel {...profile.rest} notice={noticeFrom(breakPath)} />;
  return (
    <MemberFrame current={profilePath}>
      <div className="wrap page">
        <div className="head">
          <h1>Your Profile</h1>
        </div>
        <div className="single">
          <NoticeAlert notice={noticeFrom(closeAccountPath) ?? noticeFrom(keepAccountPath)} />
          {profile.closing?.on && <ClosedPanel on={profile.closing.on} failure={failures.keep} />}
          {onBreak && breakPanel}
          {urgent && membershipPanel}
          {profile.confirmation && (
            <EmailConfirmationPanel
              email={profile.email}
              confirmation={profile.confirmation}
              failure={failures.confirm}
              notice={noticeFrom(resendConfirmationPath)}
            />
          )}
          <ProfileForm
            profile={profile}
            failure={failures.profile}
            notice={elsewhere.includes(notice?.from ?? "") ? null : notice}
          />
          <PasswordForm email={profile.email} failure={failures.password} notice={noticeFrom(changePasswordPath)} />
          <TwoFactorPanel on={profile.twoFactorOn} />
          {!urgent && membershipPanel}
          <SessionsPanel sessions={profile.sessions} failure={failures.sessions} notice={noticeFrom(ownSessionsPath)} />
          {!onBreak && breakPanel}
          <DataPanel />
          {profile.closing?.on === null && <ClosePanel />}
        </div>
      </div>
    </MemberFrame>
  );
}

function TwoFactorPanel({ on }: { on: boolean }) {
  return (
    <section className="panel form" aria-labelledby="two-factor">
      <h2 id="two-factor">Two-factor sign-in</h2>
      <p>{on ? "On. Signing in needs a code from your phone." : "Off. Anyone with your password can sign in."}</p>
      <div className="row">
        <Link className="btn" to={twoFactorPath}>
          {on ? "Manage" : "Set it up"}
          <span className="vh"> two-factor sign-in</span>
        </Link>
      </div>
    </section>
  );
}

interface AccountFormProps {
  failure: FailedForm | undefined;
  notice: Notice | null;
}

function ProfileForm({ profile, failure, notice }: AccountFormProps & Pick<ProfilePageProps, "profile">) {
  const { outcome, forget } = useFormNotice(failure, notice, "Update failed");
  // Unlike the page's URL: without scripts, browsers replace the history entry of a form that posts to its own URL, and what was typed is lost.
  const action = `${profilePath}?index`;
  const busy = useNavigation().formAction?.startsWith(action);
  const fieldProps = (name: "name" | "phone") => ({
    name,
    className: "f big-l",
    defaultValue: failure?.values[name] ?? profile[name],
    error: failure?.errors[name],
  });
  return (
    <Form
      className="panel form"
      method="post"
      action={action}
      aria-labelledby="details"
      preventScrollReset
      onChange={forget}
    >
      <h2 id="details">Your details</h2>
      <NoticeAlert notice={outcome} />
      <dl className="facts">
        <div className="x-all">
          <dt>Email</dt>
          <dd>{profile.email}</dd>
        </div>
        <div className="x-all">
          <dt>Plan</dt>
          <dd>{planText(profile)}</dd>
        </div>
      </dl>
      <input type="hidden" name="shown_id" value={failure?.values.shown_id ?? profile.id} />
      <TextField label="Full Name" autoComplete="name" required maxLength={100} {...fieldProps("name")} />
      <TextField label="Phone Number" type="tel" autoComplete="tel" maxLength={40} {...fieldProps("phone")} />
      <div className="row">
        <SendButton className="btn primary" busy={busy}>
          {busy ? "Saving..." : "Save Profile"}
        </SendButton>
      </div>
    </Form>
  );
}

/** Staff pay nothing. */
function planText({ role, membership }: ProfilePageProps["profile"]): string {
  return membership === null ? roleLabel(role) : `${price} / month, ${membership.text}`;
}

function PasswordForm({ email, failure, notice }: AccountFormProps & { email: string }) {
  const { outcome, forget } = useFormNotice(failure, notice, "Password update failed");
  const busy = useNavigation().formAction?.startsWith(changePasswordPath);
  const ref = useRef<HTMLFormElement>(null);
  const { mismatch, compare } = useSamePasswords(ref, failure);
  const onEdit = (event: FormEvent) => {
    forget();
    compare(event);
  };
  useEffect(() => {
    if (notice) ref.current?.reset();
  }, [notice]);
  const fieldProps = (name: string) => ({
    name,
    required: true,
    error: failure?.errors[name],
  });
  return (
    <Form
      ref={ref}
      className="panel form"
      method="post"
      action={`${changePasswordPath}#password`}
      id="password"
      aria-labelledby="change"
      preventScrollReset
      onChange={onEdit}
      onBlur={compare}
      onSubmit={compare}
    >
      <h2 id="change">Change Password</h2>
      <NoticeAlert notice={isOnlyMistyped(failure?.errors) ? null : outcome} />
      {/* For password managers. */}
      <input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
      <PasswordField label="Current Password" autoComplete="current-password" {...fieldProps("current_password")} />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        minLength={8}
        maxLength={128}
        help="8 to 128 characters. Saving signs you out on all other devices."
        {...fieldProps("password")}
      />
      {/* aria-live: the mismatch appears when the focus has left the field. */}
      <div aria-live="polite">
        <PasswordField
          label="Confirm New Password"
          autoComplete="new-password"
          {...fieldProps("confirm_password")}
          error={mismatch}
        />
      </div>
      <div className="row">
        <SendButton className="btn" busy={busy}>
          {busy ? "Saving..." : "Update Password"}
        </SendButton>
      </div>
    </Form>
  );
}
