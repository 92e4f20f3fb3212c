import { Form, Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { PageExtras } from "../doors/page.server.ts";
import { formatMoney } from "../money.ts";
import { dueAfterDays } from "../models/affiliate.ts";
import type { DuePayout, PaidBatch } from "../models/payout.server.ts";
import { confirmPayoutPath, payoutFilePath, payoutsPath } from "../affiliate-paths.ts";
import { adminPath, affiliatesManagerPath } from "../paths.ts";
import { AdminTabs } from "./admin-tabs.tsx";
import { CardTable, Cell, Head, Row, RowHead } from "./card-table.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { MemberFrame } from "./frame.tsx";
import { Instant } from "./instant.tsx";
import { NoticeAlert } from "./notice.tsx";

interface PayoutsPageProps {
  view: { due: DuePayout[]; dueInAll: number; batches: PaidBatch[] } & PageExtras;
  /** Why the ticked ones can't be paid. */
  problem?: string | undefined;
  dialog?: ReactNode;
}

const payField = "pay_";

/** What is due to whom, and what was paid before. */
export function PayoutsPage({ view, problem, dialog }: PayoutsPageProps) {
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={affiliatesManagerPath} />
        <div className="stack gap">
          <NoticeAlert notice={view.notice} problem={problem} />
          <Due due={view.due} dueInAll={view.dueInAll} />
          <Paid batches={view.batches} />
        </div>
      </div>
    </MemberFrame>
  );
}

/** Asks whether to mark the ticked ones as paid. */
export function PayDialog({ asked, problem }: { asked: readonly DuePayout[]; problem: string | undefined }) {
  const { search } = useLocation();
  const total = asked.reduce((sum, line) => sum + line.amount_cents, 0);
  const subject = (
    <>
      <p>{formatMoney(total)} to {asked.length === 1 ? "1 affiliate" : `${asked.length} affiliates`}</p>
      <ul className="payees">{asked.map((line) => <li key={line.affiliate_id} className="between"><span>{line.name}</span><b>{formatMoney(line.amount_cents)}</b></li>)}</ul>
    </>
  );
  return (
    <ConfirmDialog
      question="Mark as paid?" subject={subject} note="This moves no money and cannot be undone. Pay first, then mark it here." confirmLabel="Mark as paid" confirmLook="primary"
      cancelTo={payoutsPath + search} action={confirmPayoutPath + search} problem={problem}
    >
      {asked.map((line) => <input key={line.affiliate_id} type="hidden" name={fieldOf(line)} value={line.amount_cents} />)}
    </ConfirmDialog>
  );
}

function Due({ due, dueInAll }: { due: readonly DuePayout[]; dueInAll: number }) {
  const isTicked = useTicked();
  const total = due.reduce((sum, line) => sum + line.amount_cents, 0);
  const later = dueInAll - due.length;
  return (
    <section aria-labelledby="due">
      <div className="head s">
        <h2 id="due">Due now</h2>
        <Link className="btn" to={affiliatesManagerPath}>Back to affiliates</Link>
      </div>
      <p className="muted">A commission is due {dueAfterDays} days after its purchase. What was refunded is taken off.</p>
      <Form className="stack pay" method="get" action={confirmPayoutPath} preventScrollReset aria-labelledby="due">
        <CardTable label="Due table" columns={4} emptyText="Nothing is due." head={<><Head>Pay</Head><Head>Email</Head><Head>Ref Code</Head><Head num>Amount</Head></>}>
          {due.map((line) => <DueRow key={line.affiliate_id} line={line} ticked={isTicked(line)} />)}
        </CardTable>
        {due.length > 0 && (
          <div className="row">
            <button className="btn primary">Mark as paid</button>
            <p className="muted">{formatMoney(total)} is due to the {due.length === 1 ? "affiliate" : "affiliates"} above.{later > 0 && ` ${later} more ${later === 1 ? "follows" : "follow"} when these are paid.`}</p>
          </div>
        )}
      </Form>
    </section>
  );
}

/** All at first. Once the form was sent, those that it named: whoever was left out must not be paid by the next press. */
function useTicked(): (line: DuePayout) => boolean {
  const { pathname, search } = useLocation();
  const named = [...new URLSearchParams(search).keys()].filter((name) => name.startsWith(payField));
  return (line) => (named.length === 0 ? pathname === payoutsPath : named.includes(fieldOf(line)));
}

function DueRow({ line, ticked }: { line: DuePayout; ticked: boolean }) {
  return (
    <Row>
      <RowHead><label className="check"><input type="checkbox" name={fieldOf(line)} value={line.amount_cents} defaultChecked={ticked} /><b>{line.name}</b></label></RowHead>
      <Cell label="Email" className="full">{line.email}</Cell>
      <Cell label="Ref Code"><code>{line.ref_code}</code></Cell>
      <Cell label="Amount" num>{formatMoney(line.amount_cents)}</Cell>
    </Row>
  );
}

function Paid({ batches }: { batches: readonly PaidBatch[] }) {
  return (
    <section aria-labelledby="paid">
      <div className="head s"><h2 id="paid">Paid</h2></div>
      <CardTable label="Paid table" columns={4} emptyText="Nothing has been paid yet." head={<><Head>Paid on</Head><Head num>Affiliates</Head><Head num>Amount</Head><Head num>Actions</Head></>}>
        {batches.map((batch) => (
          <Row key={batch.id}>
            <RowHead><b><Instant iso={batch.paid_at} /></b></RowHead>
            <Cell label="Affiliates" num>{batch.affiliates}</Cell>
            <Cell label="Amount" num>{formatMoney(batch.amount_cents)}</Cell>
            <Cell><div className="acts"><a className="btn quiet" href={payoutFilePath(batch.id)}>Download CSV<span className="vh"> of payout {batch.id}</span></a></div></Cell>
          </Row>
        ))}
      </CardTable>
    </section>
  );
}

function fieldOf(line: DuePayout): string {
  return `${payField}${line.affiliate_id}`;
}
