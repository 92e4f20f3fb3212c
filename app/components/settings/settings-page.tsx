import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { failureOf } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { SettingsPage as SettingsView } from "../../models/people/settings-page.server.ts";
import { settingsPath } from "../../paths/paths.ts";
import { newsSettingsPath, removeDevicePath, testDevicePath } from "../../paths/settings.ts";
import { DevicesSection } from "../alerts/devices-section.tsx";
import { NewsForm } from "../alerts/news-form.tsx";
import { SettingsForm } from "../people/settings-form.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { ConfirmEmailNotice } from "../shared/notice.tsx";

const devicePaths: readonly string[] = [removeDevicePath, testDevicePath];

/** Each form has a route of its own with this page. */
export function SettingsPage() {
  const { settings, news, alerts, zones, notice } = useLoaderData<SettingsView & PageExtras>();
  const failure = failureOf(useActionData());
  const { pathname } = useLocation();
  const failureOn = (...paths: string[]) => (paths.includes(pathname) ? failure : undefined);
  const isOfDevices = notice?.from !== undefined && devicePaths.includes(notice.from);
  return (
    <MemberFrame current={settingsPath}>
      <div className="wrap page">
        <div className="head">
          <h1>Settings</h1>
        </div>
        <div className="stack gap">
          <ConfirmEmailNotice />
          <SettingsForm settings={settings} failure={failureOn(settingsPath)} notice={isOfDevices ? null : notice} />
          <NewsForm
            news={news}
            zones={zones}
            mailIsOff={settings.email_notifications === "disabled"}
            failure={failureOn(newsSettingsPath)}
          />
          <DevicesSection alerts={alerts} failure={failureOn(...devicePaths)} notice={isOfDevices ? notice : null} />
        </div>
      </div>
    </MemberFrame>
  );
}
