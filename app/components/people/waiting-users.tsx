import { Link, useLocation } from "@remix-run/react";
import type { UsersView } from "../../models/people/user.server.ts";
import { userPathFromList, userPath } from "../../paths/users.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { Instant } from "../shared/instant.tsx";
import { PaymentButtons } from "./user-parts.tsx";

export function WaitingUsers({ waiting: { people, total } }: Pick<UsersView, "waiting">) {
  const { search } = useLocation();
  if (total === 0) return null;
  const more = total - people.length;
  return (
    <section className="stack" aria-labelledby="waiting">
      <div className="head s">
        <h2 id="waiting">Waiting for confirmation</h2>
        <p className="muted">
          {total} {total === 1 ? "person" : "people"}
        </p>
      </div>
      <p>
        Look up each payment at your payment provider. "Confirm" gives access and books the affiliate's commission.
        "Refuse" gives no access; you can still confirm later.
      </p>
      <CardTable
        label="Waiting table"
        columns={4}
        emptyText="No one is waiting."
        className="who"
        head={
          <>
            <Head>Email and name</Head>
            <Head>Phone</Head>
            <Head>Signed up</Head>
            <Head>
              <span className="vh">Actions</span>
            </Head>
          </>
        }
      >
        {people.map((user) => (
          <Row key={user.id}>
            <RowHead>
              <b>{user.email}</b>
              <span>{user.name}</span>
            </RowHead>
            <Cell label="Phone">{user.phone || "–"}</Cell>
            <Cell label="Signed up">
              <Instant iso={user.created_at} />
            </Cell>
            <Cell>
              <div className="acts">
                <PaymentButtons
                  user={user}
                  held="waiting"
                  action={userPathFromList(user.id, "/payment", search)}
                  quiet
                />
                <Link className="btn quiet" to={userPath(user.id)}>
                  Open<span className="vh"> {user.email}</span>
                </Link>
              </div>
            </Cell>
          </Row>
        ))}
      </CardTable>
      {more > 0 && <p className="muted">And {more} more, listed here as you go.</p>}
    </section>
  );
}
