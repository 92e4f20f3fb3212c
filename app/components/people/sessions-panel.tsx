import { Form, useNavigation } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { OwnSession } from "../../models/sign-in/own-sessions.server.ts";
import { originText } from "../../models/sign-in/sign-in-origin.ts";
import { ownSessionsPath } from "../../paths/paths.ts";
import type { Notice } from "../../session/notice.ts";
import { SendButton } from "../forms/field.tsx";
import { useFormNotice } from "../forms/use-form-notice.ts";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";

interface SessionsPanelProps {
  sessions: readonly OwnSession[];
  failure: FailedForm | undefined;
  notice: Notice | null;
}

export function SessionsPanel({ sessions, failure, notice }: SessionsPanelProps) {
  const { outcome } = useFormNotice(failure, notice, "Sign-out failed");
  return (
    <section className="panel" id="sessions" aria-labelledby="signed-in">
      <h2 id="signed-in">Where you're signed in</h2>
      <NoticeAlert notice={outcome} />
      <ul className="sessions">
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SessionRow({ session }: { session: OwnSession }) {
  const name = originText(session);
  const busy = useNavigation().formData?.get("session_id") === String(session.id);
  return (
    <Form method="post" action={ownSessionsPath} preventScrollReset>
      <p>
        <b>{name}</b>
        {session.current && " (this device)"}
      </p>
      <p className="muted">
        Signed in <Instant iso={session.created_at} />
      </p>
      <p className="muted">
        Last active <Instant iso={session.seen_at} />
      </p>
      <input type="hidden" name="session_id" value={session.id} />
      {!session.current && (
        <SendButton className="btn" busy={busy}>
          Sign out<span className="vh"> {name}</span>
        </SendButton>
      )}
    </Form>
  );
}
