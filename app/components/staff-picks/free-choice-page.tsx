import { Form, Link, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { FreeChoice } from "../../models/picks/free-pick.server.ts";
import { freePickPath } from "../../paths/free-pick.ts";
import { adminPath, atPickRow, managerPath } from "../../paths/paths.ts";
import { SendButton } from "../forms/field.tsx";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Problem } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";

interface FreeChoicePageProps {
  choice: FreeChoice;
  failure: FailedForm | undefined;
}

/** Makes an open pick the free one of today, or takes that back. */
export function FreeChoicePage({ choice, failure }: FreeChoicePageProps) {
  const { id, stream, name, isFree, canChange } = choice;
  const [question] = failure?.warnings ?? [];
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFailure(failure, form);
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={managerPath(stream)} title="Free Pick" />
        <Form ref={form} className="panel stack" method="post" aria-labelledby="form-title">
          <h2 id="form-title">{name}</h2>
          <p>
            {isFree ? "This pick is free for everybody, at " : "One pick a day can be free for everybody, at "}
            <Link className="a" to={freePickPath}>
              The Free Pick
            </Link>
            . You can take this back until the game starts, or without a time until its day. From then on it stays free,
            won or lost.
          </p>
          {!canChange && !isFree && <p>Only an open pick whose game has not started can be made free.</p>}
          <Problem message={question ?? failure?.message} />
          <input type="hidden" name="free" value={isFree ? "no" : "yes"} />
          {question && <input type="hidden" name="confirm" value={question} />}
          <div className="row">
            <Link className="btn quiet" to={atPickRow(managerPath(stream), id)}>
              Back
            </Link>
            {canChange && (
              <SendButton className="btn primary" busy={busy}>
                {question
                  ? "Make this one free instead"
                  : isFree
                    ? "No longer free"
                    : "Make this the free pick of today"}
              </SendButton>
            )}
          </div>
        </Form>
      </div>
    </MemberFrame>
  );
}
