import { Form, Link } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import { channelNames } from "../../models/deliveries/deliveries.ts";
import type { DeliveriesView, MemberDelivery, RoundDeliveries } from "../../models/deliveries/deliveries.server.ts";
import { deliveriesPath, deliveriesToPath, olderRoundsPath } from "../../paths/deliveries.ts";
import { adminPath } from "../../paths/paths.ts";
import { TextField } from "../forms/field.tsx";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { CardTable, Cell, Head, Heads, Row, RowHead } from "../shared/card-table.tsx";
import { FilterForm } from "../shared/filter-form.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { DeliveryCounts } from "./delivery-counts.tsx";

interface DeliveriesPageProps {
  view: DeliveriesView & PageExtras;
  /** Why no test mail was sent. */
  failure?: FailedForm | undefined;
}

export function DeliveriesPage({ view, failure }: DeliveriesPageProps) {
  const { rounds, next, member, errors } = view;
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={deliveriesPath}>
          <Form method="post" action={deliveriesPath} preventScrollReset>
            <button className="btn" type="submit">
              Send test mail
            </button>
          </Form>
        </AdminTabs>
        <NoticeAlert notice={failure ? null : view.notice} problem={failure?.message} />
        <div className="stack gap">
          <section className="stack" aria-labelledby="member">
            <h2 id="member">To one member</h2>
            <FilterForm className="find" aria-label="Search" waits>
              <TextField
                label="Email or name"
                name="member"
                type="search"
                maxLength={254}
                defaultValue={member}
                error={errors.member}
              />
              <button className="btn">Search</button>
              {member !== "" && (
                <Link className="btn quiet" to={deliveriesPath} preventScrollReset>
                  Clear
                </Link>
              )}
            </FilterForm>
            {member !== "" && <Found view={view} />}
          </section>
          <section className="stack" aria-labelledby="rounds">
            <div className="head s">
              <h2 id="rounds">Rounds</h2>
              <p className="muted">Of the last month</p>
            </div>
            <RoundsTable rounds={rounds} />
            {next !== null && (
              <p>
                <Link className="btn" to={olderRoundsPath(next)}>
                  Older rounds
                </Link>
              </p>
            )}
          </section>
        </div>
      </div>
    </MemberFrame>
  );
}

function Found({ view: { member, people, deliveries } }: { view: DeliveriesView }) {
  const [one, ...others] = people;
  if (one === undefined) return <p role="status">{`No account matches ${member}.`}</p>;
  if (others.length > 0)
    return (
      <>
        <p role="status">Several accounts match. Choose one.</p>
        <ul>
          {people.map(({ id, name, email }) => (
            <li key={id}>
              <Link className="a" to={deliveriesToPath(email)} preventScrollReset>
                {email}
              </Link>
              {`, ${name}`}
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <>
      <p className="muted" role="status">{`${one.name}, ${one.email}: the last ${deliveries.length} of a month.`}</p>
      <CardTable
        label="Deliveries table"
        className="rc2 trail"
        columns={5}
        emptyText="Nothing was sent in the last month."
        head={<Heads texts={["What", "When", "Channel", "Outcome", "Why"]} />}
      >
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </CardTable>
    </>
  );
}

function DeliveryRow({ delivery }: { delivery: MemberDelivery }) {
  const { what, created_at, finished_at, channel, outcome, reason, device } = delivery;
  return (
    <Row>
      <RowHead>
        <b>{what}</b>
      </RowHead>
      <Cell label="When">
        <Instant iso={finished_at ?? created_at} />
      </Cell>
      <Cell label="Channel">{[channelNames[channel], device].filter(Boolean).join(", ")}</Cell>
      <Cell label="Outcome">{outcome}</Cell>
      <Cell label="Why" className="rest">
        {reason || "–"}
      </Cell>
    </Row>
  );
}

function RoundsTable({ rounds }: { rounds: readonly RoundDeliveries[] }) {
  return (
    <CardTable
      label="Rounds table"
      className="rc2 trail"
      columns={3}
      emptyText="No round in the last month."
      head={
        <>
          <Head>Round</Head>
          <Head num>Picks</Head>
          <Head>What became of it</Head>
        </>
      }
    >
      {rounds.map(({ id, kind, closed_at, picks, channels }) => (
        <Row key={id}>
          <RowHead>
            <b>{kind === "new" ? "New picks" : "Results"}</b>{" "}
            <span className="muted">
              <Instant iso={closed_at} />
            </span>
          </RowHead>
          <Cell label="Picks" num>
            {picks}
          </Cell>
          <Cell label="What became of it" className="rest">
            {channels.length === 0 && "Nobody was to get it."}
            {channels.map((counts) => (
              <DeliveryCounts key={counts.channel} counts={counts} />
            ))}
          </Cell>
        </Row>
      ))}
    </CardTable>
  );
}
