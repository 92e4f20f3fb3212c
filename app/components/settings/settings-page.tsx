import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { failureOf } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { SettingsPage as SettingsView } from "../../models/people/settings-page.server.ts";
import { newsSettingsPath, settingsPath } from "../../paths/paths.ts";
import { NewsForm } from "../alerts/news-form.tsx";
import { SettingsForm } from "../people/settings-form.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { ConfirmEmailNotice } from "../shared/notice.tsx";

/** Each form has a route of its own with this page. */
export function SettingsPage() {
  const { settings, news, zones, notice } = useLoaderData<SettingsView & PageExtras>();
  const failure = failureOf(useActionData());
  const isOfNews = useLocation().pathname === newsSettingsPath;
  return (
    <MemberFrame current={settingsPath}>
      <div className="wrap page">
        <div className="head">
          <h1>Settings</h1>
        </div>
        <div className="stack gap">
          <ConfirmEmailNotice />
          <SettingsForm settings={settings} failure={isOfNews ? undefined : failure} notice={notice} />
          <NewsForm
            news={news}
            zones={zones}
            mailIsOff={settings.email_notifications === "disabled"}
            failure={isOfNews ? failure : undefined}
          />
        </div>
      </div>
    </MemberFrame>
  );
}
