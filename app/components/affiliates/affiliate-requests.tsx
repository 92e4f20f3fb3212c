import { Form, Link } from "@remix-run/react";
import type { OpenRequest } from "../../models/affiliates/affiliate-request.server.ts";
import { affiliateRequestAnswerPath } from "../../paths/affiliates.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { Instant } from "../shared/instant.tsx";
import { useListPath } from "../shared/list-parts.tsx";

interface AffiliateRequestsProps {
  requests: readonly OpenRequest[];
  waiting: number;
}

export function AffiliateRequests({ requests, waiting }: AffiliateRequestsProps) {
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
        head={
          <>
            <Head>Name</Head>
            <Head>Phone</Head>
            <Head>Remarks</Head>
            <Head>Requested</Head>
            <Head num>Actions</Head>
          </>
        }
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
