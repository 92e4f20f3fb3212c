import { Form, Link, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import { holdReason } from "../../models/payment-hold.ts";
import type { UserView } from "../../models/people/user-page.server.ts";
import { adminPath, profilePath, usersManagerPath } from "../../paths/paths.ts";
import { titled } from "../../site.ts";
import { userPath } from "../../paths/users.ts";
import { assignableRoles, roleLabel } from "../../policy.ts";
import type { Notice } from "../../session/notice.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { SelectField, SendButton } from "../forms/field.tsx";
import { PasswordField } from "../forms/password-field.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { useFormNotice } from "../forms/use-form-notice.ts";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AccessPanel } from "../billing/user-access.tsx";
import { PaymentButtons, roleOptions, StatusButton, StatusMark } from "./user-parts.tsx";
import { Payments, Reach } from "./user-facts.tsx";
import { UserTrail } from "../trail/user-trail.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";

interface UserPageProps {
  view: UserView & PageExtras;
  failure: FailedForm | undefined;
}

/** Names the account, to tell several tabs apart. */
export function userMeta({ data }: { data?: Pick<UserView, "user"> | undefined }) {
  return titled(data ? `${data.user.name} · User Manager` : "User Manager");
}

/**
 * All routes that the page's forms post to share it: with one each, a failed form would be a new page without what was
 * typed.
 */
export function OneUser() {
  return <UserPage view={useLoaderData<UserPageProps["view"]>()} failure={useActionData<FailedForm>()} />;
}

function UserPage({ view, failure }: UserPageProps) {
  const { user, own, notice } = view;
  useUnsavedGuard();
  const posted = formOf(useLocation().pathname);
  const noticed = formOf(notice?.from);
  const outcomeOf = (...forms: string[]) => ({
    failure: forms.includes(posted) ? failure : undefined,
    notice: forms.includes(noticed) ? notice : null,
  });
  // Your own account has no forms that could show their outcome.
  const inForm = outcomeOf(...(own ? [] : ["role", "password"]), ...(view.access ? ["access", "detach"] : []));
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={usersManagerPath} title={user.name}>
          <Link className="a" to={usersManagerPath}>
            All users
          </Link>
        </AdminTabs>
        <div className="stack gap">
          <div className="stack">
            <NoticeAlert
              notice={inForm.notice ? null : notice}
              problem={inForm.failure ? undefined : failure?.message}
            />
            <div className="three" key={user.id}>
              <Account {...view} />
              {/* A saved role or access, in the key, makes a new form: a select shows no new default. */}
              {view.access && (
                <AccessPanel
                  key={view.access.access + view.access.until}
                  userId={user.id}
                  access={view.access}
                  billed={view.billed}
                  {...outcomeOf("access", "detach")}
                />
              )}
              <Reach view={view} />
              {own && <OwnAccountNote />}
              {!own && <RoleForm key={user.role} user={user} {...outcomeOf("role")} />}
              {!own && <PasswordForm user={user} {...outcomeOf("password")} />}
            </div>
          </div>
          <Payments view={view} />
          <UserTrail userId={user.id} trail={view.trail} />
        </div>
      </div>
    </MemberFrame>
  );
}

function formOf(path = ""): string {
  return path.split("/")[4] ?? "";
}

function Account({
  user,
  own,
  twoFactorSince,
  onBreak,
  unconfirmed,
}: Pick<UserView, "user" | "own" | "twoFactorSince" | "onBreak" | "unconfirmed">) {
  const held = user.membership === null ? null : holdReason(user.payment_review);
  return (
    <section className="panel" aria-labelledby="account">
      <h2 id="account">Account</h2>
      <dl className="facts">
        <div className="x-all">
          <dt>Email</dt>
          <dd>{user.email}</dd>
        </div>
        <div>
          <dt>ID</dt>
          <dd>{user.id}</dd>
        </div>
        <div>
          <dt>Phone</dt>
          <dd>{user.phone || "–"}</dd>
        </div>
        <div>
          <dt>Role</dt>
          <dd>{roleLabel(user.role)}</dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            <StatusMark status={user.status} />
          </dd>
        </div>
        {user.membership !== null && (
          <div className="x-all">
            <dt>Membership</dt>
            <dd>{user.membership}</dd>
          </div>
        )}
        {onBreak !== null && (
          <div className="x-all">
            <dt>On a break until</dt>
            <dd>{onBreak}</dd>
          </div>
        )}
        <div className="x-all">
          <dt>Email confirmed</dt>
          <dd>{user.email_confirmed_at === null ? "No" : <Instant iso={user.email_confirmed_at} />}</dd>
        </div>
        <div className="x-all">
          <dt>Two-factor sign-in</dt>
          <dd>
            {twoFactorSince === null ? (
              "Off"
            ) : (
              <>
                On since <Instant iso={twoFactorSince} />
              </>
            )}
          </dd>
        </div>
        <div className="x-all">
          <dt>Created</dt>
          <dd>
            <Instant iso={user.created_at} />
          </dd>
        </div>
      </dl>
      {!own && (
        <div className="row">
          {held && <PaymentButtons user={user} held={held} action={userPath(user.id, "/payment")} />}
          <StatusButton user={user} action={userPath(user.id, "/status")} />
          {unconfirmed && (
            <Link className="btn" to={userPath(user.id, "/ask/confirm")} preventScrollReset>
              Resend confirmation
            </Link>
          )}
          {twoFactorSince && (
            <Link className="btn" to={userPath(user.id, "/ask/two-factor")}>
              Reset two-factor
            </Link>
          )}
          <Link className="btn quiet del" to={userPath(user.id, "/delete")}>
            Delete<span className="vh"> {user.email}</span>
          </Link>
        </div>
      )}
    </section>
  );
}

function OwnAccountNote() {
  return (
    <section className="panel" aria-labelledby="own">
      <h2 id="own">This is you</h2>
      <p className="muted">
        You can't suspend, delete or demote yourself. Your name, phone and password are on{" "}
        <Link className="a" to={profilePath}>
          your profile
        </Link>
        .
      </p>
    </section>
  );
}

interface AccountFormProps extends Pick<UserView, "user"> {
  failure: FailedForm | undefined;
  notice: Notice | null;
}

function RoleForm({ user, failure, notice }: AccountFormProps) {
  const { outcome, forget } = useFormNotice(failure, notice, "The role was not changed");
  const { form, action, busy } = useAccountForm(user, "/role", failure);
  // The Super Admin role can't be assigned here, so it isn't an option.
  const options = assignableRoles.some((role) => role === user.role)
    ? roleOptions
    : [{ value: "", label: `${roleLabel(user.role)} (now)` }, ...roleOptions];
  return (
    <Form
      ref={form}
      className="panel form"
      method="post"
      action={`${action}#role`}
      id="role"
      aria-labelledby="role-title"
      onChange={forget}
    >
      <h2 id="role-title">Change role</h2>
      <NoticeAlert notice={outcome} />
      <SelectField
        label="Role"
        name="role"
        className="f big-l"
        options={options}
        defaultValue={failure?.values.role ?? (options === roleOptions ? user.role : "")}
        error={failure?.errors.role}
        help="Saving signs this person out on all devices."
      />
      <div className="row">
        <SendButton className="btn" busy={busy}>
          {busy ? "Saving..." : "Change Role"}
        </SendButton>
      </div>
    </Form>
  );
}

function PasswordForm({ user, failure, notice }: AccountFormProps) {
  const { outcome, forget } = useFormNotice(failure, notice, failure?.errors.password ?? "Password update failed");
  const { form, action, busy } = useAccountForm(user, "/password", failure);
  useEffect(() => {
    if (notice) form.current?.reset();
  }, [form, notice]);
  return (
    <Form
      ref={form}
      className="panel form"
      method="post"
      action={`${action}#password`}
      id="password"
      aria-labelledby="password-title"
      onChange={forget}
    >
      <h2 id="password-title">Reset password</h2>
      <NoticeAlert notice={outcome} />
      {/* Not `required`: the server refuses an empty one with the specified text. */}
      <PasswordField
        label="New Password"
        name="password"
        autoComplete="new-password"
        error={failure?.errors.password}
        help="8 to 128 characters. Saving signs this person out on all devices."
      />
      <div className="row">
        <SendButton className="btn" busy={busy}>
          {busy ? "Saving..." : "Reset Password"}
        </SendButton>
      </div>
    </Form>
  );
}

function useAccountForm({ id }: UserView["user"], path: "/role" | "/password", failure: FailedForm | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const action = userPath(id, path);
  useFocusOnFailure(failure, form);
  return { form, action, busy: useNavigation().formAction?.startsWith(action) };
}
