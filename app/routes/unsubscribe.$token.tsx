import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { PublicFrame } from "../components/shared/frame.tsx";
import { useFrame } from "../components/shared/use-frame.tsx";
import { page, submitInPlace } from "../http/form.server.ts";
import { readUnsubscribePage, unsubscribe } from "../models/outbox/unsubscribe.server.ts";
import { settingsPath, signInPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => [...titled("Unsubscribe"), { name: "robots", content: "noindex" }];
export const loader = (args: LoaderFunctionArgs) => page(args, readUnsubscribePage, "public");
export const action = (args: ActionFunctionArgs) => submitInPlace(args, unsubscribe, { byToken: true });

export default function Unsubscribe() {
  const { subscribed } = useLoaderData<typeof loader>();
  const { person } = useFrame();
  return (
    <PublicFrame>
      <div className="wrap sec">
        <div className="auth">
          <h1>{subscribed ? "Unsubscribe" : "You are unsubscribed"}</h1>
          {subscribed ? (
            <>
              <p>Stop the emails about new picks?</p>
              <Form className="form" method="post" reloadDocument>
                <button className="btn primary big">Unsubscribe</button>
              </Form>
            </>
          ) : (
            <p role="status">You will get no more emails about new picks.</p>
          )}
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
        </div>
      </div>
    </PublicFrame>
  );
}
