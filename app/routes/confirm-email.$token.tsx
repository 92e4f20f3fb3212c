import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { PublicFrame } from "../components/shared/frame.tsx";
import { useFrame } from "../components/shared/use-frame.tsx";
import { page, submit } from "../http/form.server.ts";
import { confirmByLink, readConfirmationPage } from "../models/people/email-confirmation.server.ts";
import { confirmEmailPath, profilePath, signInPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => [...titled("Confirm your email"), { name: "robots", content: "noindex" }];
export const loader = (args: LoaderFunctionArgs) => page(args, readConfirmationPage, "public");
export const action = (args: ActionFunctionArgs) =>
  submit(args, confirmByLink, () => ({ to: confirmEmailPath(args.params.token ?? "") }));

export default function ConfirmEmail() {
  const { email } = useLoaderData<typeof loader>();
  const { person } = useFrame();
  return (
    <PublicFrame>
      <div className="wrap sec">
        <div className="auth">
          <h1>{email === null ? "Your email is confirmed" : "Confirm your email"}</h1>
          {email === null ? (
            <p role="status">Thank you. You can close this page.</p>
          ) : (
            <>
              <p>Is {email} your address, and did you create this account?</p>
              <Form className="form" method="post" reloadDocument>
                <button className="btn primary big">Confirm my email</button>
              </Form>
            </>
          )}
          <p className="muted">
            {person ? (
              <Link className="a" to={profilePath}>
                Your Profile
              </Link>
            ) : (
              <Link className="a" to={signInPath}>
                Sign in
              </Link>
            )}
          </p>
        </div>
      </div>
    </PublicFrame>
  );
}
