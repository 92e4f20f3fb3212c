import { ageText, spanText } from "../../models/overview/age.ts";
import type { QueueView, Queues } from "../../models/status/queues.server.ts";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";

const roundNames = { new: "New picks", results: "Results" } as const;

export function QueuesTable({ queues: { channels, rounds }, now }: { queues: Queues; now: string }) {
  return (
    <>
      <CardTable
        label="Queues table"
        className="rc2 trail"
        columns={6}
        emptyText="There are no queues."
        head={<Heads texts={["Queue"]} numbers={["Waiting", "Due", "Due for", "Being sent", "Refused"]} />}
      >
        {channels.map((queue) => (
          <QueueRow key={queue.label} queue={queue} now={now} />
        ))}
      </CardTable>
      <p className="muted">
        {rounds.length === 0
          ? "No round is open."
          : rounds.map(({ kind, openedAt }) => `Open round: ${roundNames[kind]}, ${ageText(openedAt, now)}`).join(". ")}
      </p>
    </>
  );
}

function QueueRow({ queue, now }: { queue: QueueView; now: string }) {
  const { label, waiting, due, dueSince, sending, refused } = queue;
  return (
    <Row>
      <RowHead>
        <b>{label}</b>
      </RowHead>
      <Cell label="Waiting" num>
        {waiting}
      </Cell>
      <Cell label="Due" num>
        {due}
      </Cell>
      <Cell label="Due for" num>
        {dueSince === null ? "–" : spanText(dueSince, now)}
      </Cell>
      <Cell label="Being sent" num>
        {sending}
      </Cell>
      <Cell label="Refused" num>
        {refused}
      </Cell>
    </Row>
  );
}
