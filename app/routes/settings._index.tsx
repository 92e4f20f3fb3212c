import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MemberFrame } from "../components/shared/frame.tsx";
import { ConfirmEmailNotice } from "../components/shared/notice.tsx";
import { SettingsForm } from "../components/people/settings-form.tsx";
import { page, submit } from "../http/form.server.ts";
import { findOwnSettings, saveOwnSettings } from "../models/people/settings.server.ts";
import { settingsPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Settings");
export const loader = (args: LoaderFunctionArgs) => page(args, findOwnSettings);
export const action = (args: ActionFunctionArgs) =>
  submit(args, saveOwnSettings, () => ({ to: settingsPath, notice: "Settings saved." }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function SettingsPage() {
  const { notice, ...settings } = useLoaderData<typeof loader>();
  return (
    <MemberFrame current={settingsPath}>
      <div className="wrap page">
        <div className="head">
          <h1>Settings</h1>
        </div>
        <div className="stack">
          <ConfirmEmailNotice />
          <SettingsForm settings={settings} failure={useActionData<typeof action>()} notice={notice} />
        </div>
      </div>
    </MemberFrame>
  );
}
