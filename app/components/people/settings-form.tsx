import { Form, useNavigation } from "@remix-run/react";
import { formatOdds } from "../../models/bets/bet.ts";
import { oddsFormats } from "../../models/odds-format.ts";
import type { FailedForm } from "../../http/form-state.ts";
import { settingsPath } from "../../paths/paths.ts";
import type { Settings } from "../../models/people/settings.ts";
import type { Notice } from "../../session/notice.ts";
import { type Option, SelectField, SendButton, TextField } from "../forms/field.tsx";
import { Icon } from "../shared/icon.tsx";
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
  { value: "system", label: "System" },
  { value: "dark", label: "Dark Mode" },
  { value: "light", label: "Light Mode" },
];

const oddsNames = { american: "American", decimal: "Decimal", fractional: "Fractional" } as const;
const oddsOptions = oddsFormats.map((format) => ({
  value: format,
  label: `${oddsNames[format]} (${formatOdds(-110, format)})`,
}));

export function SettingsForm({ settings, failure, notice }: SettingsFormProps) {
  const { outcome, forget } = useFormNotice(failure, notice, "Update failed");
  useFocusOnFailure(failure);
  const busy = useNavigation().formAction === settingsPath;
  const fieldProps = (name: keyof Settings) => ({
    name,
    className: "f big-l",
    defaultValue: failure?.values[name] ?? settings[name],
    error: failure?.errors[name],
  });
  return (
    <Form
      className="stack"
      method="post"
      action={settingsPath}
      autoComplete="off"
      aria-label="Settings"
      onChange={forget}
    >
      <NoticeAlert notice={outcome} />
      <div className="single">
        <section className="panel form" aria-labelledby="notifications">
          <h2 id="notifications">Notifications</h2>
          <SelectField
            label="Email Notifications"
            options={switchOptions}
            help="Disabled stops all news by email. You'll still get emails about your account, such as codes."
            {...fieldProps("email_notifications")}
          />
          <SelectField
            label="SMS Alerts"
            options={switchOptions}
            help="Text messages aren't set up, so none are sent. We'll remember your choice."
            {...fieldProps("sms_alerts")}
          />
        </section>
        <section className="panel form" aria-labelledby="display">
          <h2 id="display">Display</h2>
          <SelectField
            label="Display Mode"
            options={modeOptions}
            help="System follows each device's setting. Once saved, this applies on all your devices."
            {...fieldProps("display_mode")}
          />
          <SelectField
            label="Odds"
            options={oddsOptions}
            help="On pages and in emails. Downloads use American odds."
            {...fieldProps("odds_format")}
          />
        </section>
        <section className="panel form" aria-labelledby="money">
          <h2 id="money">Money</h2>
          <TextField
            label="Bankroll"
            inputMode="decimal"
            help="Only you can see this. Leave it blank to see units only."
            {...fieldProps("bankroll")}
          />
          <TextField
            label="One unit"
            help="A percentage of your bankroll, like 1%, or an amount, like 25. 1-2% is typical."
            {...fieldProps("unit")}
          />
          <UnitConfirmation failure={failure} />
          <TextField
            label="Currency sign"
            maxLength={3}
            help="This changes the sign only. Amounts aren't converted."
            {...fieldProps("currency")}
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

/** Shown when one unit would be a large part of the bankroll. */
function UnitConfirmation({ failure }: { failure: FailedForm | undefined }) {
  const error = failure?.errors.confirm_unit;
  if (error === undefined) return null;
  return (
    <div className="f">
      <label className="check">
        <input type="checkbox" name="confirm_unit" value="yes" aria-invalid="true" aria-describedby="large-unit" />
        Yes, I want units this large
      </label>
      <p className="err" id="large-unit">
        <Icon name="warn" />
        {error}
      </p>
    </div>
  );
}
