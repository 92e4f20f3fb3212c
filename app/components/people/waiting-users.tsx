import { Link, useLocation } from "@remix-run/react";
import type { UsersView } from "../../models/people/user.server.ts";
import { inUsersList, userPath } from "../../paths/users.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { Instant } from "../shared/instant.tsx";
import { PaymentButtons } from "./user-parts.tsx";

/** Who signed up and waits until staff have found their payment. Not there while nobody does. */
export function WaitingUsers({ waiting: { people, total } }: Pick<UsersView, "waiting">) {
  const { search } = useLocation();
  if (total === 0) return null;
  const more = total - people.length;
  return (
    <section className="stack" aria-labelledby="waiting">
      <div className="head s"><h2 id="waiting">Waiting for confirmation</h2><p className="muted">{total} {total === 1 ? "person" : "people"}</p></div>
      <p>Look for the payment of each at your payment provider. "Confirm" opens the account and books an affiliate's commission; "Refuse" keeps it closed, and you can still confirm it later.</p>
      <CardTable
        label="Waiting table" columns={4} emptyText="Nobody waits." className="who"
        head={<><Head>Email and name</Head><Head>Phone</Head><Head>Signed up</Head><Head><span className="vh">Actions</span></Head></>}
      >
        {people.map((user) => (
          <Row key={user.id}>
            <RowHead><b>{user.email}</b><span>{user.name}</span></RowHead>
            <Cell label="Phone">{user.phone || "–"}</Cell>
            <Cell label="Signed up"><Instant iso={user.created_at} /></Cell>
            <Cell>
              <div className="acts">
                <PaymentButtons user={user} held="waiting" action={inUsersList(user.id, "/payment", search)} quiet />
                <Link className="btn quiet" to={userPath(user.id)}>Open<span className="vh"> {user.email}</span></Link>
              </div>
            </Cell>
          </Row>
        ))}
      </CardTable>
      {more > 0 && <p className="muted">And {more} more: they move up as you go.</p>}
    </section>
  );
}
