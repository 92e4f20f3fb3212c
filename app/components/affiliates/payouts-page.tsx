import { Form, useLocation } from "@remix-run/react";
import type { MouseEvent, ReactNode } from "react";
import type { PageExtras } from "../../http/page.server.ts";
import { formatMoney } from "../../money.ts";
import { dueAfterDays } from "../../models/affiliates/affiliate.ts";
import type { DuePayout } from "../../models/affiliates/payout-due.server.ts";
import type { AskedPayout, PaidBatch, Payouts } from "../../models/affiliates/payout.server.ts";
import { confirmPayoutPath, dueFilePath, payoutFilePath, payoutsPath } from "../../paths/affiliates.ts";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { Instant } from "../shared/instant.tsx";
import { AffiliatesFrame } from "./affiliates-frame.tsx";

interface PayoutsPageProps {
  view: Payouts & PageExtras;
  problem?: string | undefined;
  dialog?: ReactNode;
}

const payField = "pay_";

export function PayoutsPage({ view, problem, dialog }: PayoutsPageProps) {
  return (
    <AffiliatesFrame view={view} title="Payouts" problem={problem} dialog={dialog}>
      <div className="stack gap">
        <Due due={view.due} dueInAll={view.dueInAll} list={view.list} />
        <Paid batches={view.batches} />
      </div>
    </AffiliatesFrame>
  );
}

export function PayDialog({ asked, problem }: { asked: readonly AskedPayout[]; problem: string | undefined }) {
  const { search } = useLocation();
  const total = asked.reduce((sum, line) => sum + line.amount_cents, 0);
  const changed = asked.some((line) => line.now_cents !== line.amount_cents);
  const subject = (
    <>
      <p>
        {formatMoney(total)} to {asked.length === 1 ? "1 affiliate" : `${asked.length} affiliates`}
      </p>
      <ul className="payees">
        {asked.map((line) => (
          <Payee key={line.affiliate_id} line={line} />
        ))}
      </ul>
      {changed && (
        <p>
          The amount due has changed since this list was made. If you haven't paid yet, cancel and download the list
          again. If you have paid, mark it as paid: the next payout includes the difference.
        </p>
      )}
      <p>
        <a className="btn" href={dueFilePath + search}>
          Download CSV<span className="vh"> of payments due</span>
        </a>
      </p>
    </>
  );
  return (
    <ConfirmDialog
      question="Mark as paid?"
      subject={subject}
      note="This moves no money and cannot be undone. Download the list and pay it first."
      confirmLabel="Mark as paid"
      confirmLook="primary"
      cancelTo={payoutsPath + search}
      action={confirmPayoutPath + search}
      problem={problem}
    >
      {asked.map((line) => (
        <input key={line.affiliate_id} type="hidden" name={fieldOf(line)} value={tickOf(line)} />
      ))}
      <input type="hidden" name="list" value={new URLSearchParams(search).get("list") ?? ""} />
    </ConfirmDialog>
  );
}

function Payee({ line }: { line: AskedPayout }) {
  const { name, amount_cents, now_cents } = line;
  return (
    <li className="between">
      <span>{name}</span>
      <span>
        <b>{formatMoney(amount_cents)}</b>
        {now_cents !== amount_cents && ` (now ${formatMoney(now_cents)})`}
      </span>
    </li>
  );
}

function Due({ due, dueInAll, list }: { due: readonly DuePayout[]; dueInAll: number; list: string }) {
  const isTicked = useTicked();
  const total = due.reduce((sum, line) => sum + line.amount_cents, 0);
  const notShown = dueInAll - due.length;
  return (
    <section aria-labelledby="due">
      <div className="head s">
        <h2 id="due">Due now</h2>
      </div>
      <p className="muted">
        A commission is due {dueAfterDays} days after the purchase. Refunded purchases are deducted. So are commissions
        taken back. Download the list, pay it, then mark it as paid here. Keep this page open until then.
      </p>
      <Form className="stack pay" method="get" action={confirmPayoutPath} preventScrollReset aria-labelledby="due">
        <CardTable
          label="Due table"
          columns={4}
          emptyText="Nothing is due."
          head={<Heads texts={["Pay", "Email", "Ref Code"]} numbers={["Amount"]} />}
        >
          {due.map((line) => (
            <DueRow key={line.affiliate_id} line={line} ticked={isTicked(line)} />
          ))}
        </CardTable>
        {due.length > 0 && (
          <div className="row">
            <input type="hidden" name="list" value={list} />
            <button className="btn primary" formAction={dueFilePath} onClick={download}>
              Download CSV<span className="vh"> of payments due</span>
            </button>
            <button className="btn">Mark as paid</button>
            <p className="muted">
              {formatMoney(total)} is due to the {due.length === 1 ? "affiliate" : "affiliates"} above.
              {notShown > 0 && ` ${notShown} more ${notShown === 1 ? "follows" : "follow"} when these are paid.`}
            </p>
          </div>
        )}
      </Form>
    </section>
  );
}

/** Bypasses the router, which would load the file as a page. */
function download(event: MouseEvent<HTMLButtonElement>): void {
  const { form, formAction } = event.currentTarget;
  if (form === null) return;
  event.preventDefault();
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  window.location.assign(`${formAction}?${new URLSearchParams(fields)}`);
}

/** Ticks all at first; after a submit only those it named, so that the next one cannot pay the others. */
function useTicked(): (line: DuePayout) => boolean {
  const { pathname, search } = useLocation();
  const submitted = [...new URLSearchParams(search).keys()].filter((name) => name.startsWith(payField));
  return (line) => (submitted.length === 0 ? pathname === payoutsPath : submitted.includes(fieldOf(line)));
}

function DueRow({ line, ticked }: { line: DuePayout; ticked: boolean }) {
  return (
    <Row>
      <RowHead>
        <label className="check">
          <input type="checkbox" name={fieldOf(line)} value={tickOf(line)} defaultChecked={ticked} />
          <b>{line.name}</b>
        </label>
      </RowHead>
      <Cell label="Email" className="full">
        {line.email}
      </Cell>
      <Cell label="Ref Code">
        <code>{line.ref_code}</code>
      </Cell>
      <Cell label="Amount" num>
        {formatMoney(line.amount_cents)}
      </Cell>
    </Row>
  );
}

function Paid({ batches }: { batches: readonly PaidBatch[] }) {
  return (
    <section aria-labelledby="paid">
      <div className="head s">
        <h2 id="paid">Paid</h2>
      </div>
      <CardTable
        label="Paid table"
        columns={4}
        emptyText="Nothing has been paid yet."
        head={<Heads texts={["Paid on"]} numbers={["Affiliates", "Amount", "Actions"]} />}
      >
        {batches.map((batch) => (
          <Row key={batch.id}>
            <RowHead>
              <b>
                <Instant iso={batch.paid_at} />
              </b>
            </RowHead>
            <Cell label="Affiliates" num>
              {batch.affiliates}
            </Cell>
            <Cell label="Amount" num>
              {formatMoney(batch.amount_cents)}
            </Cell>
            <Cell>
              <div className="acts">
                <a className="btn quiet" href={payoutFilePath(batch.id)}>
                  Download CSV<span className="vh"> of payout {batch.id}</span>
                </a>
              </div>
            </Cell>
          </Row>
        ))}
      </CardTable>
    </section>
  );
}

function tickOf({ amount_cents, payee }: DuePayout): string {
  return `${amount_cents}-${payee}`;
}

function fieldOf(line: DuePayout): string {
  return `${payField}${line.affiliate_id}`;
}
