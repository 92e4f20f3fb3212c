import { Form, useNavigation } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { OwnDevice, OwnDevices } from "../../models/alerts/push-device.server.ts";
import { removeDevicePath, testDevicePath } from "../../paths/settings.ts";
import type { Notice } from "../../session/notice.ts";
import { SendButton } from "../forms/field.tsx";
import { useFormNotice } from "../forms/use-form-notice.ts";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { WithoutScripts } from "../shared/use-frame.tsx";
import { useThisDevice } from "./use-this-device.ts";

interface DevicesSectionProps {
  alerts: OwnDevices;
  failure: FailedForm | undefined;
  notice: Notice | null;
}

/** Why this browser has no switch. */
const reasons = {
  looking: "Checking this browser...",
  blocked:
    "This browser blocks alerts from this site. Allow notifications in its settings for this site, then reload this page.",
  "not-able": "This browser can't show alerts.",
  "not-installed": "On an iPhone, first add this site to your home screen: Share, then Add to Home Screen.",
  "not-loaded": "The alerts switch didn't load. Reload the page to try again.",
} as const;

export function DevicesSection({ alerts, failure, notice }: DevicesSectionProps) {
  const { outcome } = useFormNotice(failure, notice, "That didn't work");
  const { state, mark, busy, problem, toggle } = useThisDevice(alerts);
  return (
    <div className="single">
      <section className="panel form" id="devices" aria-labelledby="devices-title">
        <h2 id="devices-title">Alerts on this device</h2>
        <NoticeAlert notice={outcome} problem={problem ?? undefined} />
        <WithoutScripts>
          <p>To turn on alerts, turn on JavaScript in this browser.</p>
        </WithoutScripts>
        <div className="by-script">
          {state === "on" || state === "off" ? (
            <>
              <p>
                {state === "on"
                  ? "On. New alerts show on this device."
                  : "Off. Your browser will ask for permission first."}
              </p>
              <button
                className={state === "on" ? "btn" : "btn primary"}
                type="button"
                aria-disabled={busy || undefined}
                onClick={toggle}
              >
                {state === "on" ? "Turn off alerts" : "Turn on alerts"}
              </button>
            </>
          ) : (
            <p role="status">{reasons[state]}</p>
          )}
        </div>
        {alerts.devices.length > 0 && (
          <>
            <p className="muted">Your devices with alerts:</p>
            <ul className="sessions">
              {alerts.devices.map((device) => (
                <li key={device.id}>
                  <DeviceRow device={device} isThis={device.mark === mark} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
    </div>
  );
}

function DeviceRow({ device: { id, name, created_at }, isThis }: { device: OwnDevice; isThis: boolean }) {
  const { formData, formAction } = useNavigation();
  const busyWith = formData?.get("device_id") === String(id) ? formAction : undefined;
  return (
    <>
      <p>
        <b>{name}</b>
        {isThis && " (this device)"}
      </p>
      <p className="muted">
        Since <Instant iso={created_at} />
      </p>
      <div className="row">
        <Form method="post" action={testDevicePath} preventScrollReset>
          <input type="hidden" name="device_id" value={id} />
          <SendButton className="btn" busy={busyWith === testDevicePath}>
            Send test alert<span className="vh"> to {name}</span>
          </SendButton>
        </Form>
        <Form method="post" action={removeDevicePath} preventScrollReset>
          <input type="hidden" name="device_id" value={id} />
          <SendButton className="btn" busy={busyWith === removeDevicePath}>
            Remove<span className="vh"> {name}</span>
          </SendButton>
        </Form>
      </div>
    </>
  );
}
