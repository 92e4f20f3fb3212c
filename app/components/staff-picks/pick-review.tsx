import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { Draft } from "../../models/picks/staff-list.server.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { reviewPath } from "../../paths/paths.ts";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { Problem } from "../shared/notice.tsx";
import { PickConfirmation } from "./pick-confirmation.tsx";
import { PicksTable } from "./picks-table.tsx";
import { SendButton } from "../forms/field.tsx";

interface PickReviewProps {
  stream: Stream;
  /** A page of them. */
  drafts: readonly Draft[];
  total: number;
  page: number;
  editing: number | undefined;
  failure: FailedForm | undefined;
  /** Below the buttons. */
  children: ReactNode;
}

/** The drafts, which are published or discarded by their boxes. */
export function PickReview({ stream, drafts, total, page, editing, failure, children }: PickReviewProps) {
  const action = reviewPath(stream, page);
  const busy = useNavigation().formAction?.startsWith(action) ?? false;
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFailure(failure, form);
  // It is part of the box's name, so that nobody publishes a draft that somebody else changed meanwhile.
  const versions = new Map(drafts.map(({ id, version }) => [id, version]));
  const wanted = failure?.values.do ?? "publish";
  return (
    // The fragment shows the question of a new document, which is far below the page's beginning.
    <Form ref={form} id="drafts" className="stack" method="post" action={`${action}#drafts`} preventScrollReset>
      {failure?.warnings ? (
        <>
          <input type="hidden" name="do" value={wanted} />
          <PickConfirmation
            message={failure.message}
            warnings={failure.warnings}
            busy={busy}
            label={wanted === "publish" ? undefined : "Discard them"}
          />
        </>
      ) : (
        <Problem message={failure?.errors.form ?? failure?.message} />
      )}
      <PicksTable
        id="review"
        title="To review"
        total={total}
        stream={stream}
        picks={drafts}
        settled={false}
        editing={editing}
        box={(id) => {
          const name = `draft_${id}_${versions.get(id)}`;
          return (
            <input
              type="checkbox"
              name={name}
              value={id}
              defaultChecked={failure !== undefined && name in failure.values}
            />
          );
        }}
      />
      <div className="row">
        <SendButton className="btn primary" busy={busy} name="do" value="publish">
          Publish selected
        </SendButton>
        <SendButton className="btn" busy={busy} name="do" value="discard">
          Discard
        </SendButton>
      </div>
      {children}
    </Form>
  );
}
