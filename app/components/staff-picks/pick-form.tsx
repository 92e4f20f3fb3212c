import { Form, Link, useNavigation } from "@remix-run/react";
import { type RefObject, Fragment, useEffect, useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { ChosenPick } from "../../models/picks/chosen-pick.server.ts";
import type { Template } from "../../models/picks/pick-template.server.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { freeChoicePath } from "../../paths/free-choice.ts";
import { atPickRow, editPickPath, importPath, managerPath } from "../../paths/paths.ts";
import { PickConfirmation } from "./pick-confirmation.tsx";
import { AddTitle, PickFields } from "./pick-fields.tsx";
import { useReading } from "./use-reading.ts";
import type { Notice } from "../../session/notice.ts";
import { Problem } from "../shared/notice.tsx";
import { useIsDocumentAnswer, useFocusOnFailure, useFocusReturn } from "../shared/use-focus.ts";
import { Fold } from "../shared/fold.tsx";
import { useMergedValues } from "../forms/conflict.tsx";
import { SendButton } from "../forms/field.tsx";
import { useListPath } from "../shared/list-parts.tsx";

interface PickFormProps {
  stream: Stream;
  /** null = adding. */
  editing: ChosenPick | null;
  /** Submitted when a pick is added. */
  template: Template | null;
  failure: FailedForm | undefined;
  notice: Notice | null;
  idempotencyKey: string;
}

export function PickForm({ stream, editing, template, failure, notice, idempotencyKey }: PickFormProps) {
  const noun = stream === "regular" ? "Pick" : "Pro Pick";
  const values = failure ? failure.values : ((editing ?? template)?.texts ?? {});
  const inPlace = useListPath();
  const action = editing ? inPlace(editPickPath(stream, editing.id)) : managerPath(stream);
  const correction = editing && (
    <Link className="a" to={inPlace("correct")}>
      Correct
    </Link>
  );
  const busy = useNavigation().formAction === action;
  const form = useRef<HTMLFormElement>(null);
  useMergedValues(failure, form);
  useFocusOnFailure(failure, form);
  const { reading, readSoon } = useReading(stream, editing, notice, form);
  const title = useFocusFollowing(action, editing !== null, { failure, notice });
  const fields = (
    <Form
      ref={form}
      className={editing ? "panel grid6 editing" : "panel grid6"}
      method="post"
      action={action}
      onInput={readSoon}
      aria-labelledby="form-title"
    >
      {editing ? (
        <>
          <h2 id="form-title" ref={title} tabIndex={-1}>
            {`Edit ${editing.published_at === null ? "Draft" : noun}`}
          </h2>
          <p className="sub">
            <strong>{editing.name}</strong>
            {editing.about}
          </p>
        </>
      ) : (
        <AddTitle noun={noun}>
          <Link className="a" to={importPath(stream)}>
            Add many at once
          </Link>
        </AddTitle>
      )}
      {failure && (
        <div className="x-all">
          {failure.warnings && !failure.errors.reason ? (
            <PickConfirmation message={failure.message} warnings={failure.warnings} busy={busy} />
          ) : (
            <Problem message={failure.message} />
          )}
        </div>
      )}
      <PickFields
        values={values}
        failure={failure}
        startsHere={!editing && template !== null}
        lock={editing?.lock}
        correction={correction}
      />
      <p className="muted x2" aria-live="polite">
        {reading}
      </p>
      {editing ? (
        <input type="hidden" name="version" value={failure?.saved?.version ?? values.version ?? ""} />
      ) : (
        <input type="hidden" name="idempotency_key" value={values.idempotency_key ?? idempotencyKey} />
      )}
      <div className="row">
        {editing?.published_at && !editing.lock && (
          <Link className="btn quiet" to={freeChoicePath(editing.id)}>
            Free pick
          </Link>
        )}
        {editing && (
          <Link className="btn quiet" to={atPickRow(inPlace(managerPath(stream)), editing.id)}>
            Cancel
          </Link>
        )}
        <SendButton className="btn primary" busy={busy}>
          {busy ? "Saving..." : editing ? "Save Changes" : `Add ${noun}`}
        </SendButton>
        {!editing && (
          <SendButton className="btn" busy={busy} name="draft" value="true">
            Save as draft
          </SendButton>
        )}
      </div>
    </Form>
  );
  // A new form for each pick: without the key the next press would publish the same pick again.
  return editing ? (
    <Fragment key={editing.id}>{fields}</Fragment>
  ) : (
    <Fold key={template?.key} label={`Add ${noun}`} open={failure !== undefined || template !== null}>
      {fields}
    </Fold>
  );
}

/**
 * Moves the focus: from a row's Edit link to the form, after saving to the notice, after Cancel back to the row. After a full page
 * load the browser decides.
 */
function useFocusFollowing(
  action: string,
  editing: boolean,
  { failure, notice }: Pick<PickFormProps, "failure" | "notice">,
): RefObject<HTMLHeadingElement> {
  const title = useRef<HTMLHeadingElement>(null);
  const byDocument = useIsDocumentAnswer();
  const openedByLink = editing && !failure && !byDocument;
  const otherNotice = notice?.from !== action && !byDocument && notice;
  useFocusReturn(editing ? action : null);
  useEffect(() => {
    if (openedByLink) title.current?.focus();
  }, [openedByLink, action]);
  useEffect(() => {
    const alert = otherNotice && document.querySelector<HTMLElement>("main .alert");
    if (!alert) return;
    alert.tabIndex = -1;
    // A style keeps the message in view while it has the focus: the page is at the row of the saved pick.
    alert.focus({ preventScroll: true });
  }, [otherNotice]);
  return title;
}
