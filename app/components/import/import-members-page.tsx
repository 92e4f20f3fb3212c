import { Form, Link, useNavigation } from "@remix-run/react";
import { useEffect, useMemo, useRef } from "react";
import { type FailedForm, failureOf } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { MembersView } from "../../models/member-import/outcome.ts";
import type { UnmailedView } from "../../models/member-import/password-mail.server.ts";
import { adminPath, usersManagerPath } from "../../paths/paths.ts";
import { importMembersPath, mailMembersPath } from "../../paths/users.ts";
import { SendButton } from "../forms/field.tsx";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { MembersPreview } from "./members-preview.tsx";
import { TableFields } from "./table-fields.tsx";
import { useTextFile } from "./use-text-file.ts";

interface ImportMembersPageProps {
  view: UnmailedView & PageExtras;
  answer?: ImportAnswer | undefined;
}

export type ImportAnswer = FailedForm | MembersView;

/** Members of another service: paste, preview, import; then, when somebody says so, the mail to set a password. */
export function ImportMembersPage({ view, answer }: ImportMembersPageProps) {
  const failure = failureOf(answer);
  const preview = answer && "rows" in answer ? answer : undefined;
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formAction === importMembersPath;
  // The previewed rows are not saved yet.
  const unsaved = useMemo(() => preview && { values: { text: preview.text }, outcome: preview }, [preview]);
  useUnsavedGuard(failure ?? unsaved);
  useFocusOnFailure(failure, form);
  // With scripts the document stays, so the imported table is cleared.
  useEffect(() => {
    if (view.notice?.from === importMembersPath) form.current?.reset();
  }, [view.notice]);
  const file = useTextFile(form);
  const { asks } = view;
  const isAsked = asks && view.unmailed > 0;
  const dialog = isAsked ? <MailDialog unmailed={view.unmailed} problem={failure?.message} /> : undefined;
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={usersManagerPath} title="Import Members" />
        <NoticeAlert
          notice={answer ? null : view.notice}
          problem={asks && !isAsked ? "There is nobody left to write to." : undefined}
        />
        <div className="stack gap">
          {view.unmailed > 0 && <Unmailed view={view} />}
          <Form
            ref={form}
            className="panel stack"
            method="post"
            action={importMembersPath}
            aria-label="Import Members"
            onDragOver={file.onDragOver}
            onDrop={file.onDrop}
            onInput={file.forgetProblem}
          >
            <p className="muted">
              Paste or choose the members&apos; export of Stripe, Ghost, Whop or Winible, or a table of your own. The
              first line names the columns: email, and name and until where there are some. Until is the last day of
              access, such as 2026-12-31 or 12/31/2026; without it they get an account, but no access. At most 5,000
              rows and 2 MB. Nobody gets an email.
            </p>
            <NoticeAlert
              notice={null}
              problem={
                (file.problem ??
                  (isAsked || failure?.errors.text ? undefined : failure?.message) ??
                  preview?.problem) ||
                undefined
              }
            />
            <TableFields text={preview?.text ?? failure?.values.text} error={failure?.errors.text} {...file} />
            <div className="row">
              <SendButton className={preview?.digest ? "btn" : "btn primary"} busy={busy}>
                Preview
              </SendButton>
              {preview?.digest && (
                <SendButton className="btn primary" busy={busy} name="digest" value={preview.digest}>
                  {importText(preview)}
                </SendButton>
              )}
              <Link className="btn quiet" to={usersManagerPath}>
                Back
              </Link>
            </div>
          </Form>
          {preview && <MembersPreview view={preview} />}
        </div>
      </div>
    </MemberFrame>
  );
}

function Unmailed({ view: { unmailed, sendsMail } }: { view: UnmailedView }) {
  return (
    <section className="panel stack" aria-labelledby="unmailed">
      <h2 id="unmailed">No password yet</h2>
      <p>
        {peopleText(unmailed)} {unmailed === 1 ? "has" : "have"} no password yet and got no email.
        {!sendsMail && " This server can't send email: set SMTP_URL first."}
      </p>
      {sendsMail && (
        <p>
          <Link className="btn" to={mailMembersPath}>
            Send them the mail to set a password
          </Link>
        </p>
      )}
    </section>
  );
}

function MailDialog({ unmailed, problem }: { unmailed: number; problem: string | undefined }) {
  return (
    <ConfirmDialog
      question="Send the mail to set a password?"
      subject={`To ${peopleText(unmailed)} without a password.`}
      note="Each gets it once. It says that the site has moved, and has a link to set a password."
      confirmLabel={`Send ${unmailed.toLocaleString("en-US")}`}
      confirmLook="primary"
      cancelTo={importMembersPath}
      action={mailMembersPath}
      problem={problem}
    />
  );
}

function peopleText(count: number): string {
  return `${count.toLocaleString("en-US")} imported ${count === 1 ? "person" : "people"}`;
}

function importText({ counts, total }: MembersView): string {
  const rows = total - counts.failed;
  const text = `Import ${rows.toLocaleString("en-US")} ${rows === 1 ? "row" : "rows"}`;
  return counts.failed === 0 ? text : `${text} without the ${counts.failed.toLocaleString("en-US")} refused`;
}
