import { Link } from "@remix-run/react";
import { formatMoment } from "../../time/moment.ts";
import { type NamedAccount, entriesText, personText } from "../../models/trail/trail.ts";
import type { UserTrail as Trail } from "../../models/trail/short-trail.server.ts";
import { userPath } from "../../paths/users.ts";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";
import { Instant } from "../shared/instant.tsx";
import { Pager } from "../shared/pager.tsx";

export function UserTrail({ userId, trail }: { userId: number; trail: Trail }) {
  return (
    <section className="stack" aria-labelledby="trail">
      <div className="head s">
        <h2 id="trail">Audit trail</h2>
        <p className="muted">{entriesText(trail.total)}</p>
      </div>
      <CardTable
        label="Audit trail table"
        columns={4}
        emptyText="No entries yet."
        className="rc2 trail"
        head={<Heads texts={["What", "When", "Who", "Changes"]} />}
      >
        {trail.entries.map((entry) => (
          <Row key={entry.id}>
            <RowHead>
              <b>{entry.text}</b>
              {entry.to && (
                <span>
                  of <Account person={entry.to} pageUserId={userId} />
                </span>
              )}
            </RowHead>
            <Cell label="When">
              <Moment iso={entry.at} />
            </Cell>
            <Cell label="Who">{entry.by ? <Account person={entry.by} pageUserId={userId} /> : "–"}</Cell>
            <Cell label="Changes" className="rest">
              {entry.changes.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Cell>
          </Row>
        ))}
      </CardTable>
      <Pager page={trail.page} pages={trail.pages} anchor="#trail" />
    </section>
  );
}

/** The time of an entry. */
export function Moment({ iso }: { iso: string }) {
  return <Instant iso={iso} format={formatMoment} />;
}

/** A name, as a link unless the account is gone or is the page's own. */
export function Account({ person, pageUserId }: { person: NamedAccount; pageUserId?: number }) {
  return person.gone || person.id === pageUserId ? (
    <>{personText(person)}</>
  ) : (
    <Link to={userPath(person.id)}>{person.name}</Link>
  );
}
