import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form } from "@remix-run/react";
import { PublicFrame } from "../components/shared/frame.tsx";
import { page, submitSignOut } from "../http/form.server.ts";
import { readSitePage } from "../models/site.server.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Logout");
export const loader = (args: LoaderFunctionArgs) => page(args, readSitePage);
export const action = (args: ActionFunctionArgs) => submitSignOut(args);

/** A GET only shows the button: a link or an image on another site must not sign anyone out. */
export default function SignOut() {
  return (
    <PublicFrame>
      <div className="wrap sec">
        <div className="auth">
          <h1>Logout</h1>
          <Form className="form" method="post" reloadDocument>
            <button className="btn primary big">Logout</button>
          </Form>
        </div>
      </div>
    </PublicFrame>
  );
}
