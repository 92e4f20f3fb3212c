import type { SerializeFrom } from "@remix-run/node";
import { Form } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Progress } from "./check-record.ts";
import { countText } from "../../format.ts";
import type { readVerifyPage } from "../../models/record/verify-record.server.ts";
import { TextField } from "../forms/field.tsx";
import { WithoutScripts } from "../shared/use-frame.tsx";
import { Icon } from "../shared/icon.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { CheckResult } from "./check-result.tsx";
import { Panel } from "./record-frame.tsx";
import { type CheckState, useRecordCheck } from "./use-record-check.ts";

export type VerifyView = SerializeFrom<Awaited<ReturnType<typeof readVerifyPage>>>;

interface CheckPanelProps {
  view: VerifyView;
  /** The head that the address names, which readers know as the fingerprint. */
  head: string;
}

/** Entries that a phone four times slower than a small server checks in a second. */
const entriesPerSecond = 2000;
const waitText = "the server asked us to wait";

export function CheckPanel({ view, head }: CheckPanelProps) {
  const { state, start, stop } = useRecordCheck();
  const panel = useFocusOnStep(state.step);
  // The form is not there while a check runs.
  const [given, setGiven] = useState(head);
  const sendHead = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("head") ?? "").trim();
    setGiven(text);
    void start(text);
  };
  return (
    <div className="stack" ref={panel}>
      <p className="vh" role="status">
        {spokenText(state)}
      </p>
      {state.step === "running" && <Running progress={state.progress} stop={stop} />}
      {state.step === "done" && <CheckResult checked={state} />}
      {state.step === "failed" && <NoticeAlert notice={null} problem={state.message} />}
      {state.step !== "running" && (
        <Panel id="check" title={state.step === "before" ? "Check everything in this browser" : "Check again"}>
          {state.step === "before" && <Before view={view} />}
          <Form className="form by-script" method="get" onSubmit={sendHead} autoComplete="off" preventScrollReset>
            <TextField
              className="f big-l"
              label="A fingerprint you saved (optional)"
              name="head"
              defaultValue={given}
              placeholder="516:9f2c…"
              spellCheck={false}
              help="Paste the last line of any of our emails about picks. A rewritten record would not match it."
              error={state.step === "before" ? state.mistake : undefined}
            />
            <p className="row">
              <button className="btn primary">
                <Icon name="shield" />
                Check everything
              </button>
            </p>
          </Form>
        </Panel>
      )}
    </div>
  );
}

function Before({ view: { entries, checked } }: { view: VerifyView }) {
  const seconds = Math.ceil(entries / entriesPerSecond);
  return (
    <>
      <p className="why">
        {`${countText(entries)} ${entries === 1 ? "entry" : "entries"}, about ${countText(seconds)} ${seconds === 1 ? "second" : "seconds"}. `}
        {checked === null
          ? "Our own check has not finished since the server last started."
          : `Our own last check, ${checked.at}: ${[checked.lines[0], ...(checked.tablesAgree ? [] : ["Our database does not match it."])].join(" ")}`}
      </p>
      <WithoutScripts>
        <p className="alert">
          <Icon name="info" />
          Without scripts this browser can&apos;t check anything, and this server does not vouch for itself. The program
          below runs the same check on your own computer, even against a fingerprint you saved.
        </p>
      </WithoutScripts>
    </>
  );
}

function Running({ progress: { done, total, waits }, stop }: { progress: Progress; stop: () => void }) {
  return (
    <Panel id="checking" title="Checking">
      <progress max={Math.max(total, 1)} value={done} aria-labelledby="checking" />
      <p className="between">
        <span className="why">
          {waits > 0
            ? `Entry ${countText(done)} of ${countText(total)}: ${waitText}, back in ${waits} s`
            : total === 0
              ? "Loading the first entries"
              : `Entry ${countText(done)} of ${countText(total)}: hashes, seals and grades`}
        </span>
        <button className="btn" type="button" onClick={stop}>
          Stop
        </button>
      </p>
    </Panel>
  );
}

/** Screen readers hear it beside the heading that gets the focus. */
function spokenText(state: CheckState): string {
  if (state.step === "running") return state.progress.waits > 0 ? `Waiting: ${waitText}` : "";
  return state.step === "done" ? (state.report.sentences[0] ?? "") : "";
}

/** The element with the focus disappears when a check begins or ends. */
function useFocusOnStep(step: string) {
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) panel.current?.querySelector("h2")?.focus();
    shown.current = step;
  }, [step]);
  return panel;
}
