import { Form, Link } from "@remix-run/react";
import { kindsOfNews } from "../../models/alerts/kinds.ts";
import type { UnsubscribePage as UnsubscribeView } from "../../models/alerts/unsubscribe.server.ts";
import { settingsPath, signInPath, unsubscribePath } from "../../paths/paths.ts";
import { PublicFrame } from "../shared/frame.tsx";
import { useFrame } from "../shared/use-frame.tsx";

interface UnsubscribePageProps {
  token: string;
  view: UnsubscribeView;
}

export function UnsubscribePage({ token, view: { kind, subscribed, getsMail } }: UnsubscribePageProps) {
  const emails = kind === null || !getsMail ? "about picks" : kindsOfNews[kind].emails;
  return (
    <PublicFrame>
      <div className="wrap sec">
        <div className="auth">
          <h1>{subscribed ? "Unsubscribe" : "You're unsubscribed"}</h1>
          {subscribed ? (
            <>
              <p>Stop the emails {emails}?</p>
              <StopForm action={unsubscribePath(token, kind)} className="btn primary big" label="Unsubscribe" />
            </>
          ) : (
            <p role="status">You won't get any more emails {emails}.</p>
          )}
          {kind !== null && getsMail && (
            <StopForm action={unsubscribePath(token, null)} className="btn" label="Stop all emails about picks" />
          )}
          <SettingsLink />
        </div>
      </div>
    </PublicFrame>
  );
}

function StopForm({ action, className, label }: { action: string; className: string; label: string }) {
  return (
    <Form className="form" method="post" action={action} reloadDocument>
      <button className={className}>{label}</button>
    </Form>
  );
}

function SettingsLink() {
  const { person } = useFrame();
  return (
    <p className="muted">
      {person ? (
        <Link className="a" to={settingsPath}>
          Settings
        </Link>
      ) : (
        <>
          <Link className="a" to={signInPath}>
            Sign in
          </Link>{" "}
          to change this in Settings.
        </>
      )}
    </p>
  );
}
