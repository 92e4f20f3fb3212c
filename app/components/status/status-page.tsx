import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { ageText } from "../../models/overview/age.ts";
import type { Status } from "../../models/status/status.server.ts";
import { adminPath, overviewPath } from "../../paths/paths.ts";
import { statusPath, supportBundlePath } from "../../paths/status.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Instant } from "../shared/instant.tsx";
import { JobsTable } from "./jobs-table.tsx";
import { QueuesTable } from "./queues-table.tsx";
import { RefusedTable, TimesTable } from "./requests-tables.tsx";

export function StatusPage({ view }: { view: Status }) {
  const { now, jobs, queues, requests } = view;
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={statusPath}>
          <a className="btn" href={supportBundlePath} download>
            Support bundle
          </a>
        </AdminTabs>
        <div className="stack gap">
          <div className="stack">
            <p className="muted">
              The bundle is one file for whoever helps you: this page, which settings are set, rows by table and the
              last errors. It has no secrets, addresses or names.
            </p>
            <div className="three">
              <ProgramPanel view={view} />
              <ProcessPanel view={view} />
              <MigrationsPanel view={view} />
            </div>
          </div>
          <Part id="jobs" title="Jobs" note="The log has the reasons">
            <JobsTable jobs={jobs} now={now} />
          </Part>
          <Part id="queues" title="Queues" note="Refused in the last hour">
            <QueuesTable queues={queues} now={now} />
          </Part>
          <Part id="slowest" title="Slowest pages" note={noteOf(view)}>
            <TimesTable times={requests.slowest} />
          </Part>
          <Part id="refused" title="Refused" note={noteOf(view)}>
            <RefusedTable refused={requests.refused} />
          </Part>
        </div>
      </div>
    </MemberFrame>
  );
}

function noteOf({ process: { workers } }: Status): string {
  return workers === 1 ? "In the last hour" : `In the last hour, of this one of ${workers} processes`;
}

interface PartProps {
  id: string;
  title: string;
  note: string;
  children: ReactNode;
}

function Part({ id, title, note, children }: PartProps) {
  return (
    <section className="stack" aria-labelledby={id}>
      <div className="head s">
        <h2 id={id}>{title}</h2>
        <p className="muted">{note}</p>
      </div>
      {children}
    </section>
  );
}

function ProgramPanel({ view: { program, now } }: { view: Status }) {
  const { commit, builtAt, node, engine } = program;
  return (
    <Panel
      id="program"
      title="Program"
      parts={[
        ["Built", builtAt === null ? "Unknown" : ageText(builtAt, now)],
        ["Node", node],
      ]}
    >
      {/* They are long, and wrap with a large text. */}
      <p className="muted">
        Commit {commit ?? "unknown"}, {engine}
      </p>
    </Panel>
  );
}

function ProcessPanel({ view: { process, now } }: { view: Status }) {
  const { startedAt, pid, workers } = process;
  return (
    <Panel
      id="process"
      title="This process"
      parts={[
        ["Started", ageText(startedAt, now)],
        ["Process ID", pid],
        ["Processes (WORKERS)", workers],
      ]}
    >
      <p className="muted">
        Since <Instant iso={startedAt} />
      </p>
    </Panel>
  );
}

function MigrationsPanel({ view: { migrations } }: { view: Status }) {
  const { count, last, pending } = migrations;
  return (
    <Panel
      id="migrations"
      title="Migrations"
      parts={[
        ["Done", count],
        ["Pending", pending.length === 0 ? "None" : pending.length],
      ]}
    >
      <p className="muted">
        {pending.length === 0
          ? `The last one: ${last}`
          : `They run at the next start of the server: ${pending.join(", ")}`}
      </p>
      <p>
        <Link className="a" to={overviewPath}>
          Disk and backups
        </Link>
      </p>
    </Panel>
  );
}

interface PanelProps {
  id: string;
  title: string;
  parts: readonly (readonly [label: string, value: ReactNode])[];
  children?: ReactNode;
}

function Panel({ id, title, parts, children }: PanelProps) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className="tally">
        {parts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
