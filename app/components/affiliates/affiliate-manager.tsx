import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { AffiliateManager as View } from "../../models/affiliates/affiliate-manager.server.ts";
import type { OpenRequest } from "../../models/affiliates/affiliate-request.server.ts";
import { affiliateRequestAnswerPath } from "../../paths/affiliates.ts";
import { affiliatesManagerPath } from "../../paths/paths.ts";
import { AffiliatesFrame } from "./affiliates-frame.tsx";
import { AffiliatesTable } from "./affiliates-table.tsx";
import { ProgrammePanel } from "./programme-panel.tsx";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";
import { type ConfirmDialogProps, ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { Instant } from "../shared/instant.tsx";
import { useListPath } from "../shared/list-parts.tsx";
import { Pager } from "../shared/pager.tsx";

interface AffiliateManagerProps {
  view: View & PageExtras;
  dialog?: ReactNode;
}

export function AffiliateManager({ view, dialog }: AffiliateManagerProps) {
  return (
    <AffiliatesFrame view={view} dialog={dialog}>
      <div className="stack gap">
        <ProgrammePanel figures={view.figures} />
        <Requests requests={view.requests} waiting={view.waiting} />
        <div className="stack">
          <AffiliatesTable affiliates={view.affiliates} />
          <Pager page={view.page} pages={view.pages} anchor="#affiliates" />
        </div>
      </div>
    </AffiliatesFrame>
  );
}

interface AffiliateQuestionProps extends Omit<ConfirmDialogProps, "cancelTo" | "problem"> {
  view: View & PageExtras;
  failure: FailedForm | undefined;
}

/** A question over the Affiliate Manager, on a page of its own. Both answers lead back to the same place in the list. */
export function AffiliateQuestion({ view, failure, action, ...question }: AffiliateQuestionProps) {
  const listPath = useListPath();
  return (
    <AffiliateManager
      view={view}
      dialog={
        <ConfirmDialog
          {...question}
          cancelTo={listPath(affiliatesManagerPath)}
          action={listPath(action)}
          problem={failure?.message}
        />
      }
    />
  );
}

/** The name of the affiliate in a question. */
export function NamedAffiliate({ affiliate }: { affiliate: { name: string; ref_code: string } }) {
  return (
    <p>
      {affiliate.name}, ref code <code>{affiliate.ref_code}</code>
    </p>
  );
}

function Requests({ requests, waiting }: Pick<View, "requests" | "waiting">) {
  if (waiting === 0) return null;
  return (
    <section aria-labelledby="requests">
      <div className="head s">
        <h2 id="requests">Requests</h2>
        <p className="muted">
          {waiting > requests.length ? `${requests.length} of ${waiting} shown` : `${waiting} waiting`}
        </p>
      </div>
      <CardTable
        label="Requests table"
        columns={5}
        className="asks"
        emptyText=""
        head={<Heads texts={["Name", "Phone", "Remarks", "Requested"]} numbers={["Actions"]} />}
      >
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </CardTable>
    </section>
  );
}

function RequestRow({ request }: { request: OpenRequest }) {
  const inPlace = useListPath();
  const name = <span className="vh"> {request.name}</span>;
  return (
    <Row>
      <RowHead>
        <b>{request.name}</b>
        <span>{request.email}</span>
      </RowHead>
      <Cell label="Phone" className="full">
        {request.phone}
      </Cell>
      <Cell label="Remarks" className="full">
        <Remarks text={request.remarks} />
      </Cell>
      <Cell label="Requested" className="full">
        <Instant iso={request.created_at} />
      </Cell>
      <Cell>
        <div className="acts">
          <Form method="post" action={inPlace(affiliateRequestAnswerPath(request.id, "approve"))} preventScrollReset>
            <SeenSubmission request={request} />
            <button className="btn quiet">Approve{name}</button>
          </Form>
          <Link
            className="btn quiet del"
            to={inPlace(affiliateRequestAnswerPath(request.id, "dismiss"))}
            preventScrollReset
          >
            Dismiss{name}
          </Link>
        </div>
      </Cell>
    </Row>
  );
}

export function RequestInWords({ request }: { request: OpenRequest }) {
  return (
    <>
      <p>
        {request.name}, {request.email}, {request.phone}
      </p>
      <Remarks text={request.remarks} />
    </>
  );
}

/** Names the submission that staff saw, so that they cannot answer a newer one unread. */
export function SeenSubmission({ request: { sending } }: { request: OpenRequest }) {
  return sending === null ? null : <input type="hidden" name="sending" value={sending} />;
}

const shownAtOnce = 120;

/** Long remarks are collapsed: anyone can send them. */
function Remarks({ text }: { text: string }) {
  const whole = <span className="pre">{text || "–"}</span>;
  return text.length <= shownAtOnce ? (
    whole
  ) : (
    <details>
      <summary>{`${text.slice(0, shownAtOnce)}…`}</summary>
      {whole}
    </details>
  );
}
