import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { BreakPage as BreakView } from "../../models/people/break.server.ts";
import { breakPath, profilePath } from "../../paths/paths.ts";
import { SelectField } from "../forms/field.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { BreakBilling } from "../billing/break-billing.tsx";

interface BreakPageProps {
  view: BreakView & PageExtras;
  failure: FailedForm | undefined;
}

/** The length is chosen by a GET form, so the question that follows has an address, and works without scripts. */
export function BreakPage({ view, failure }: BreakPageProps) {
  const { untilText, chosen, membership } = view;
  return (
    <MemberFrame current={profilePath}>
      <div className="wrap page">
        <div className="head">
          <h1>Take a Break</h1>
          <Link className="a" to={profilePath}>
            Your profile
          </Link>
        </div>
        <div className="stack">
          <NoticeAlert notice={view.notice} problem={failure?.message ?? view.problem ?? undefined} />
          <div className="single">
            {chosen ? (
              <ConfirmForm chosen={chosen} untilText={untilText} failure={failure} />
            ) : (
              <ChooseForm untilText={untilText} choices={view.choices} />
            )}
            {membership && <BreakBilling membership={membership} />}
          </div>
        </div>
      </div>
    </MemberFrame>
  );
}

function ChooseForm({ untilText, choices }: Pick<BreakView, "untilText" | "choices">) {
  return (
    <Form className="panel form" method="get" action={breakPath} aria-labelledby="choose">
      <h2 id="choose">{untilText === null ? "What happens" : `On a break until ${untilText}`}</h2>
      <p>You won't see picks, your card, history or lessons, and you won't get alerts. We keep your card for you.</p>
      <p>No one can end a break early, not even us. You can only make it longer.</p>
      <p>You can still use your profile, your data and billing.</p>
      {choices.length === 0 ? (
        <p>This is the longest break you can take.</p>
      ) : (
        <>
          <SelectField
            label={untilText === null ? "How long" : "How long, from now"}
            name="length"
            className="f big-l"
            options={choices}
            defaultValue={choices[0]?.value ?? ""}
          />
          <div className="row">
            <button className="btn primary">Continue</button>
          </div>
        </>
      )}
    </Form>
  );
}

type ConfirmFormProps = Pick<BreakView, "untilText"> & {
  chosen: NonNullable<BreakView["chosen"]>;
  failure: FailedForm | undefined;
};

function ConfirmForm({ chosen, untilText, failure }: ConfirmFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useFocusOnFailure(failure, form);
  // The address keeps the length: a refused form shows this question again.
  const action = `${breakPath}?length=${chosen.length}`;
  return (
    // A document post: the page's memory of the last picks goes with it.
    <Form ref={form} className="panel form" method="post" action={action} aria-labelledby="confirm" reloadDocument>
      <h2 id="confirm">{untilText === null ? "Start your break?" : "Make your break longer?"}</h2>
      <p>
        <strong>No picks until {chosen.untilText}.</strong> This can't be undone.
      </p>
      <input type="hidden" name="until" value={chosen.until} />
      <div className="row">
        <button className="btn primary">{untilText === null ? "Start my break" : "Make it longer"}</button>
        <Link className="btn quiet" to={breakPath}>
          Choose a different length
        </Link>
      </div>
    </Form>
  );
}
