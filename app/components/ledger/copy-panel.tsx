import type { SerializeFrom } from "@remix-run/node";
import { Form } from "@remix-run/react";
import type { FormEvent } from "react";
import { useState } from "react";
import type { FailedForm, PreviewedForm } from "../../doors/form-state.ts";
import { countText } from "../../figures.ts";
import type { CopiedEntry, CopyVerdict } from "../../models/ledger/check/copy-check.ts";
import { verifyPath } from "../../paths/record.ts";
import { TextAreaField } from "../forms/text-area-field.tsx";
import { Icon } from "../shared/icon.tsx";
import { Panel } from "./record-frame.tsx";
import { notLoaded } from "./use-record-check.ts";

export type CopyAnswer =
  SerializeFrom<FailedForm | PreviewedForm<{ copied: CopiedEntry; verdict: CopyVerdict }>> | undefined;

interface CopyPanelProps {
  copied: CopiedEntry;
  answer: CopyAnswer;
}

/** A visitor changes an entry in a copy. Without scripts the server checks it by the same rules. */
export function CopyPanel({ copied, answer }: CopyPanelProps) {
  const outcome = answer && "outcome" in answer ? answer.outcome : null;
  const [verdict, setVerdict] = useState(outcome?.verdict ?? null);
  // Newer verdicts may be there by now.
  const entry = outcome?.copied ?? copied;
  const check = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const copy = String(new FormData(event.currentTarget).get("copy") ?? "");
    const loaded = await import("../../browser/check-record.ts").catch(() => null);
    setVerdict(loaded === null ? { isIntact: false, text: notLoaded } : loaded.checkCopy(entry, copy));
  };
  return (
    <Panel id="fake" title="Try to fake it">
      <p className="why">
        Change a line in this copy and check it. Make the loss a win, or put the units up. It stays a copy.
      </p>
      <Form className="form" method="post" onSubmit={check} onReset={() => setVerdict(null)} preventScrollReset>
        <input type="hidden" name="seq" value={entry.seq} />
        <TextAreaField
          label={`Entry ${countText(entry.seq)}, your copy`}
          name="copy"
          rows={9}
          defaultValue={answer?.values.copy ?? entry.text}
          error={answer && "errors" in answer ? answer.errors.copy : undefined}
        />
        <p className="row">
          <button className="btn">Check my copy</button>
          {answer === undefined ? (
            <button className="btn quiet" type="reset">
              Put it back
            </button>
          ) : (
            <a className="btn quiet" href={verifyPath}>
              Put it back
            </a>
          )}
        </p>
      </Form>
      <div role="status">
        {verdict && (
          <p className={verdict.isIntact ? "alert g" : "alert b"}>
            <Icon name={verdict.isIntact ? "check" : "warn"} />
            <span>{verdict.text}</span>
          </p>
        )}
      </div>
    </Panel>
  );
}
