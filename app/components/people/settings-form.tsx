import { Form, useNavigation } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { Settings } from "../../models/people/settings.ts";
import type { Notice } from "../../session/notice.ts";
import { type Option, SelectField, SendButton } from "../forms/field.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useFormNotice } from "../forms/use-form-notice.ts";

interface SettingsFormProps {
  settings: Settings;
  failure: FailedForm | undefined;
  notice: Notice | null;
}

const switchOptions: readonly Option[] = [
  { value: "enabled", label: "Enabled" },
  { value: "disabled", label: "Disabled" },
];
const modeOptions: readonly Option[] = [
  { value: "dark", label: "Dark Mode" },
  { value: "light", label: "Light Mode" },
];

export function SettingsForm({ settings, failure, notice }: SettingsFormProps) {
  const { outcome, forget } = useFormNotice(failure, notice, "Update failed");
  useFocusOnFailure(failure);
  const busy = useNavigation().state === "submitting";
  const fieldProps = (name: keyof Settings) => ({
    name,
    className: "f big-l",
    defaultValue: failure?.values[name] ?? settings[name],
    error: failure?.errors[name],
  });
  return (
    <Form className="stack" method="post" autoComplete="off" aria-label="Settings" onChange={forget}>
      <NoticeAlert notice={outcome} />
      <div className="single">
        <section className="panel form" aria-labelledby="notifications">
          <h2 id="notifications">Notifications</h2>
          <SelectField
            label="Email Notifications"
            options={switchOptions}
            help="One email for each round of new picks, with an unsubscribe link."
            {...fieldProps("email_notifications")}
          />
          <SelectField
            label="SMS Alerts"
            options={switchOptions}
            help="Text alerts aren't available yet. We'll remember your choice."
            {...fieldProps("sms_alerts")}
          />
        </section>
        <section className="panel form" aria-labelledby="display">
          <h2 id="display">Display</h2>
          <SelectField
            label="Display Mode"
            options={modeOptions}
            help="Applies on all your devices once saved."
            {...fieldProps("display_mode")}
          />
        </section>
      </div>
      <div className="row">
        <SendButton className="btn primary" busy={busy}>
          {busy ? "Saving..." : "Save Settings"}
        </SendButton>
      </div>
    </Form>
  );
}
