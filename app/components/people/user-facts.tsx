import { Link } from "@remix-run/react";
import type { UserView } from "../../models/people/user-page.server.ts";
import { referralsPath } from "../../paths/affiliates.ts";
import { deliveriesToPath } from "../../paths/deliveries.ts";
import { userPath } from "../../paths/users.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { Instant } from "../shared/instant.tsx";

export function Payments({ view: { user, payments, billed } }: { view: UserView }) {
  return (
    <section className="stack" aria-labelledby="payments">
      <h2 id="payments">Payments</h2>
      {!billed && <p className="muted">Payments by link are not listed: refund and cancel at your payment provider.</p>}
      {(billed || payments.length > 0) && (
        <CardTable
          label="Payments table"
          columns={5}
          emptyText="No payments yet."
          className="who"
          head={
            <>
              <Head>Paid</Head>
              <Head>Invoice</Head>
              <Head num>Amount</Head>
              <Head num>Refunded</Head>
              <Head>
                <span className="vh">Actions</span>
              </Head>
            </>
          }
        >
          {payments.map(({ id, at, amount, refunded, refundable, dispute, takeBackFrom }) => (
            <Row key={id}>
              <RowHead>
                <Instant iso={at} />
                {dispute && <p>{dispute}</p>}
                {takeBackFrom !== null && (
                  <Link className="a" to={referralsPath(takeBackFrom)}>
                    Take back the commission
                  </Link>
                )}
              </RowHead>
              <Cell label="Invoice">{id}</Cell>
              <Cell label="Amount" num>
                {amount}
              </Cell>
              <Cell label="Refunded" num>
                {refunded || "–"}
              </Cell>
              <Cell>
                {refundable && (
                  <div className="acts">
                    <Link className="btn quiet del" to={userPath(user.id, "/ask/refund")}>
                      Refund<span className="vh"> {amount}</span>
                    </Link>
                  </div>
                )}
              </Cell>
            </Row>
          ))}
        </CardTable>
      )}
    </section>
  );
}

/** Where they are signed in, what reaches them, and who brought them. */
export function Reach({ view: { user, sessions, alerts, broughtBy, isAffiliate } }: { view: UserView }) {
  return (
    <section className="panel" aria-labelledby="reach">
      <h2 id="reach">Sign-ins and alerts</h2>
      <dl className="facts">
        <div className="x-all">
          <dt>Signed in</dt>
          {sessions.length === 0 && <dd>Nowhere</dd>}
          {sessions.map(({ id, name, seen_at }) => (
            <dd key={id}>
              {name} · last active <Instant iso={seen_at} />
            </dd>
          ))}
        </div>
        <div className="x-all">
          <dt>Devices with alerts</dt>
          <dd>{alerts.devices}</dd>
        </div>
        <div className="x-all">
          <dt>Mails and alerts</dt>
          <dd>
            {alerts.deliveries}{" "}
            <Link className="a" to={deliveriesToPath(user.email)}>
              See each
            </Link>
          </dd>
        </div>
        <div className="x-all">
          <dt>Brought by</dt>
          <dd>
            {broughtBy ? (
              <Link className="a" to={referralsPath(broughtBy.id)}>
                {broughtBy.name}
                {broughtBy.gone && " (deleted)"}
              </Link>
            ) : (
              "No affiliate"
            )}
          </dd>
        </div>
        {isAffiliate && (
          <div className="x-all">
            <dt>Is an affiliate</dt>
            <dd>
              <Link className="a" to={referralsPath(isAffiliate.id)}>
                {isAffiliate.name}
              </Link>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
