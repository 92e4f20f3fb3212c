import { ageText, spanText } from "../../models/overview/age.ts";
import type { JobView, Jobs, LeaseView } from "../../models/status/jobs.server.ts";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";

/** Those of the lease's holder, then what each process does for itself. */
export function JobsTable({ jobs: { leases, own }, now }: { jobs: Jobs; now: string }) {
  return (
    <CardTable
      label="Jobs table"
      className="rc2 trail"
      columns={4}
      emptyText="Nothing runs yet: look again in a moment."
      head={<Heads texts={["Job", "Last run", "Next run", "Who runs it"]} />}
    >
      {[
        ...leases.flatMap((lease) =>
          lease.jobs.map((job) => (
            <JobRow key={`${lease.name} ${job.label}`} job={job} holder={holderText(lease, now)} now={now} />
          )),
        ),
        ...own.map((job) => <JobRow key={job.label} job={job} holder="Each process" now={now} />),
      ]}
    </CardTable>
  );
}

function JobRow({ job, holder, now }: { job: JobView; holder: string; now: string }) {
  const { label, nextAt, isRunning } = job;
  return (
    <Row>
      <RowHead>
        <b>{label}</b>
      </RowHead>
      <Cell label="Last run">{lastText(job, now)}</Cell>
      <Cell label="Next run">{isRunning || nextAt === null ? "–" : nextText(nextAt, now)}</Cell>
      <Cell label="Who runs it" className="rest">
        {holder}
      </Cell>
    </Row>
  );
}

/** It says nothing of a run that went well. */
function lastText({ startedAt, isRunning, failure }: JobView, now: string) {
  if (startedAt === null) return "Not yet";
  if (failure === null) return `${ageText(startedAt, now)}${isRunning ? ", running" : ""}`;
  return (
    <>
      <b>Failed</b> {failure}, {ageText(startedAt, now)}
    </>
  );
}

/** What the holder said last is up to five seconds old. */
function nextText(nextAt: string, now: string): string {
  return nextAt <= now ? "Now" : `in ${spanText(now, nextAt)}`;
}

/** The lease ends without another beat. */
function holderText({ holder, until }: LeaseView, now: string): string {
  if (until === null) return holder;
  return until < now
    ? `${holder}, silent since ${spanText(until, now)}`
    : `${holder}, for ${spanText(now, until)} more`;
}
