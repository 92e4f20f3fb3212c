import { countText } from "../../format.ts";
import { type RefusedCount, type RouteTimes, refusedKinds } from "../../models/status/requests.ts";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";

const mostShown = 20;

export function TimesTable({ times }: { times: readonly RouteTimes[] }) {
  return (
    <CardTable
      label="Slowest pages table"
      className="rc2 trail"
      columns={5}
      emptyText="No request in the last hour."
      head={<Heads texts={["Page"]} numbers={["Requests", "Half within", "95% within", "Slowest"]} />}
    >
      {times.slice(0, mostShown).map(({ route, count, p50, p95, max }) => (
        <Row key={route}>
          <RowHead>
            <b>{route}</b>
          </RowHead>
          <Cell label="Requests" num>
            {countText(count)}
          </Cell>
          <Cell label="Half within" num>{`${countText(p50)} ms`}</Cell>
          <Cell label="95% within" num>{`${countText(p95)} ms`}</Cell>
          <Cell label="Slowest" num>{`${countText(max)} ms`}</Cell>
        </Row>
      ))}
    </CardTable>
  );
}

export function RefusedTable({ refused }: { refused: readonly RefusedCount[] }) {
  return (
    <CardTable
      label="Refused table"
      className="rc2 trail"
      columns={3}
      emptyText="Nothing was refused in the last hour."
      head={<Heads texts={["Why", "Page"]} numbers={["Requests"]} />}
    >
      {refused.slice(0, mostShown).map(({ kind, route, count }) => (
        <Row key={`${kind} ${route}`}>
          <RowHead>
            <b>{refusedKinds[kind]}</b>
          </RowHead>
          <Cell label="Page">{route}</Cell>
          <Cell label="Requests" num>
            {countText(count)}
          </Cell>
        </Row>
      ))}
    </CardTable>
  );
}
