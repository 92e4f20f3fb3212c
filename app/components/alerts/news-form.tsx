import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { OwnNews } from "../../models/alerts/choices.server.ts";
import { sportBoxOf } from "../../models/alerts/kinds.ts";
import { sports } from "../../models/bets/sports.ts";
import { newsSettingsPath } from "../../paths/settings.ts";
import { type Option, SelectField, SendButton, TextField } from "../forms/field.tsx";
import { Problem } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useFrame } from "../shared/use-frame.tsx";
import { NewsTable } from "./news-table.tsx";
import { useOwnZone } from "./use-own-zone.ts";

interface NewsFormProps {
  news: OwnNews;
  zones: readonly Option[];
  /** True while Email Notifications are disabled. */
  mailIsOff: boolean;
  failure: FailedForm | undefined;
}

const lateOptions: readonly Option[] = [
  { value: "at-once", label: "Send it right away" },
  { value: "never", label: "Don't send it" },
];
const textOptions: readonly Option[] = [
  { value: "whole", label: "The whole pick" },
  { value: "count", label: 'Only "3 new picks"' },
];

export function NewsForm({ news, zones, mailIsOff, failure }: NewsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFailure(failure, form);
  const busy = useNavigation().formAction === newsSettingsPath;
  const isTicked = (name: string, saved: boolean) => (failure ? name in failure.values : saved);
  return (
    <Form
      ref={form}
      className="single"
      method="post"
      action={newsSettingsPath}
      autoComplete="off"
      aria-labelledby="news-title"
    >
      <section className="panel form" aria-labelledby="news-title">
        <h2 id="news-title">News</h2>
        <Problem message={failure?.message} />
        <NewsTable wants={news.wants} isTicked={isTicked} />
        <MailNote isOff={mailIsOff} />
      </section>
      <fieldset className="panel form">
        <legend className="vh">Sports</legend>
        <h2 aria-hidden="true">Sports</h2>
        <p className="muted">You won't get news about new picks in sports you leave out.</p>
        <div className="boxes">
          {sports.map((sport) => (
            <label key={sport} className="check">
              <input
                type="checkbox"
                name={sportBoxOf(sport)}
                value="yes"
                defaultChecked={isTicked(sportBoxOf(sport), news.sports.includes(sport))}
              />
              {sport}
            </label>
          ))}
        </div>
      </fieldset>
      <section className="panel form" aria-labelledby="quiet-title">
        <h2 id="quiet-title">Quiet hours</h2>
        <TimeFields news={news} zones={zones} failure={failure} form={form} />
      </section>
      <section className="panel form" aria-labelledby="alerts-title">
        <h2 id="alerts-title">Alerts</h2>
        <SelectField
          label="An alert shows"
          name="push_text"
          className="f big-l"
          options={textOptions}
          help="Others may see your lock screen."
          defaultValue={failure?.values.push_text ?? news.push_text}
          error={failure?.errors.push_text}
        />
      </section>
      <div className="row">
        <SendButton className="btn primary" busy={busy}>
          {busy ? "Saving..." : "Save News"}
        </SendButton>
      </div>
    </Form>
  );
}

/** Why no email goes out, whatever is ticked. */
function MailNote({ isOff }: { isOff: boolean }) {
  const isUnconfirmed = Boolean(useFrame().person?.unconfirmed);
  if (isOff) return <p>You won't get news by email while Email Notifications are disabled.</p>;
  if (isUnconfirmed) return <p>You won't get news by email until you confirm your address.</p>;
  return null;
}

interface TimeFieldsProps extends Pick<NewsFormProps, "news" | "zones" | "failure"> {
  form: Parameters<typeof useOwnZone>[0];
}

function TimeFields({ news, zones, failure, form }: TimeFieldsProps) {
  const { zone } = useFrame().site;
  const options = useOwnZone(form, zones, news.zone === "" && !failure);
  const fieldProps = (name: "quiet_from" | "quiet_until" | "quiet_late" | "zone") => ({
    name,
    className: "f big-l",
    defaultValue: failure?.values[name] ?? (news[name] || (name === "zone" ? zone : "")),
    error: failure?.errors[name],
  });
  return (
    <>
      <TextField label="From" type="time" {...fieldProps("quiet_from")} />
      <TextField
        label="Until"
        type="time"
        help="News waits until then. Leave both blank for no quiet hours."
        {...fieldProps("quiet_until")}
      />
      <SelectField label="Time zone" options={options} {...fieldProps("zone")} />
      <SelectField
        label="If a game starts before quiet hours end"
        options={lateOptions}
        {...fieldProps("quiet_late")}
      />
    </>
  );
}
