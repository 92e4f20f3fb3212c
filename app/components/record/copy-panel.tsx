import { Form } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { countText } from "../../format.ts";
import type { CopiedEntry, CopyVerdict } from "../../models/ledger/check/copy-check.ts";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { Icon } from "../shared/icon.tsx";
import { Panel } from "./record-frame.tsx";
import { notLoaded } from "./use-record-check.ts";

/** A visitor changes an entry in a copy, and this browser checks it. */
export function CopyPanel() {
  const [entry, setEntry] = useState<CopiedEntry | null>(null);
  const [verdict, setVerdict] = useState<CopyVerdict | null>(null);
  const fail = (text: string) => setVerdict({ isIntact: false, text });
  const load = async () => {
    const loaded = await import("./check-record.ts").catch(() => null);
    if (loaded === null) return fail(notLoaded);
    const copied = await loaded.copyEntry();
    if ("failure" in copied) return fail(copied.failure);
    setVerdict(null);
    setEntry(copied);
  };
  const check = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const copy = String(new FormData(event.currentTarget).get("copy") ?? "");
    const loaded = await import("./check-record.ts").catch(() => null);
    if (loaded === null) return fail(notLoaded);
    if (entry !== null) setVerdict(loaded.checkCopy(entry, copy));
  };
  return (
    <div className="by-script">
      <Panel id="fake" title="Try to fake it">
        <p className="why">
          Change a line in a copy, then check it. Turn the loss into a win, or raise the units. Only your copy changes.
        </p>
        {entry === null ? (
          <p className="row">
            <button className="btn" type="button" onClick={() => void load()}>
              Take a copy
            </button>
          </p>
        ) : (
          <Form className="form" onSubmit={check} onReset={() => setVerdict(null)}>
            <TextAreaField
              label={`Entry ${countText(entry.seq)}, your copy`}
              name="copy"
              rows={9}
              defaultValue={entry.text}
            />
            <p className="row">
              <button className="btn">Check my copy</button>
              <button className="btn quiet" type="reset">
                Put it back
              </button>
            </p>
          </Form>
        )}
        <div role="status">
          {verdict && (
            <p className={verdict.isIntact ? "alert g" : "alert b"}>
              <Icon name={verdict.isIntact ? "check" : "warn"} />
              <span>{verdict.text}</span>
            </p>
          )}
        </div>
      </Panel>
    </div>
  );
}
