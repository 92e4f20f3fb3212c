import { Link, useLocation, useSearchParams } from "@remix-run/react";
import type { PageExtras } from "../../doors/page.server.ts";
import type { AuditEntry, AuditView } from "../../models/trail/audit-list.server.ts";
import type { FieldChange } from "../../models/trail/trail.ts";
import { fieldText } from "../../format.ts";
import {
  actionText,
  auditSubjects,
  changeText,
  entriesText,
  lineLength,
  maxListed,
  subjectText,
} from "../../models/trail/trail.ts";
import { datesText } from "../../models/trail/zone-text.ts";
import { adminPath, auditFilePath, auditPath, withQuery } from "../../paths/paths.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { DateField } from "../forms/date-field.tsx";
import { SelectField, TextField } from "../forms/field.tsx";
import { FilterForm } from "../shared/filter-form.tsx";
import { MemberFrame, useFrame } from "../shared/frame.tsx";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { Pager } from "../shared/pager.tsx";
import { Account } from "./user-trail.tsx";

const shownChanges = 3;

export function AuditPage({ view }: { view: AuditView & PageExtras }) {
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={auditPath} />
        <div className="stack gap">
          <NoticeAlert notice={view.notice} />
          <Filters view={view} />
          <section className="stack" aria-labelledby="entries">
            <Title total={view.total} invalidFilters={Object.keys(view.errors)} />
            <CardTable
              label="Audit table"
              columns={5}
              emptyText="No entries match these filters."
              className="rc2 trail"
              head={
                <>
                  <Head>What</Head>
                  <Head>When</Head>
                  <Head>Who</Head>
                  <Head>Subject</Head>
                  <Head>Before and after</Head>
                </>
              }
            >
              {view.entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </CardTable>
            <Pager page={view.page} pages={view.pages} anchor="#entries" />
          </section>
        </div>
      </div>
    </MemberFrame>
  );
}

function Filters({ view: { actions, known, errors } }: { view: AuditView & PageExtras }) {
  const [query] = useSearchParams();
  const { site } = useFrame();
  const queryValue = (name: string) => query.get(name) ?? "";
  return (
    <FilterForm className="panel grid6 ask" aria-label="Filter" waits>
      <TextField
        label="Who (email or ID)"
        name="who"
        maxLength={254}
        defaultValue={queryValue("who")}
        error={errors.who ?? (known ? undefined : "No account matches this email or ID.")}
      />
      <SelectField
        label="What"
        name="action"
        error={errors.action}
        defaultValue={queryValue("action")}
        options={[anything, ...actions.map((action) => ({ value: action, label: actionText(action) }))]}
      />
      <SelectField
        label="Subject"
        name="subject"
        error={errors.subject}
        defaultValue={queryValue("subject")}
        options={[anything, ...auditSubjects.map((subject) => ({ value: subject, label: actionText(subject) }))]}
      />
      <TextField
        label="Subject ID"
        name="subject_id"
        inputMode="numeric"
        maxLength={16}
        defaultValue={queryValue("subject_id")}
        error={errors.subject_id}
      />
      <DateField label="From" name="from" defaultValue={queryValue("from")} error={errors.from} />
      <DateField label="To" name="to" defaultValue={queryValue("to")} error={errors.to} />
      {/* suppressHydrationWarning: browsers and Node may name a zone differently. */}
      <p className="muted" suppressHydrationWarning>
        {datesText(site.zone)}
      </p>
      <div className="row">
        <button className="btn primary">Filter</button>
        <Link className="btn quiet" to={auditPath} preventScrollReset>
          Reset
        </Link>
      </div>
    </FilterForm>
  );
}

const anything = { value: "", label: "Anything" };

function Title({ total, invalidFilters }: { total: number; invalidFilters: readonly string[] }) {
  const { search } = useLocation();
  const many = total > maxListed;
  return (
    <div className="head s">
      <div>
        <h2 id="entries">Audit trail</h2>
        <p className="muted" role="status">
          {entriesText(total)}
          {many && ". Choose dates to see older ones."}
        </p>
      </div>
      <a
        className="btn"
        href={withQuery(
          auditFilePath,
          search,
          Object.fromEntries(["page", ...invalidFilters].map((name) => [name, ""])),
        )}
      >
        Download CSV
      </a>
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { actor, subject, subject_id, subject_name } = entry;
  return (
    <Row>
      <RowHead>
        <b>{actionText(entry.action)}</b>
      </RowHead>
      <Cell label="When">
        <Instant iso={entry.at} />
      </Cell>
      <Cell label="Who">{actor ? <Account person={actor} /> : "Not signed in"}</Cell>
      <Cell label="Subject">
        {subject === "user" && subject_id !== null ? (
          <Account person={{ id: subject_id, name: subject_name, gone: subject_name === null }} />
        ) : (
          actionText(subjectText(entry))
        )}
      </Cell>
      <Cell label="Before and after" className="rest">
        {entry.changes.length > 0 && <Changes changes={entry.changes} />}
      </Cell>
    </Row>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  const more = changes.slice(shownChanges);
  return (
    <>
      {changes.slice(0, shownChanges).map((change) => (
        <Change key={change.field} change={change} />
      ))}
      {more.length > 0 && (
        <details>
          <summary>{more.length} more</summary>
          {more.map((change) => (
            <Change key={change.field} change={change} />
          ))}
        </details>
      )}
    </>
  );
}

/** On one line; a longer change can be opened in full. */
function Change({ change }: { change: FieldChange }) {
  const [name, short] = [fieldText(change.field), changeText(change, lineLength)];
  const sides = [
    ["Before", change.before],
    ["After", change.after],
  ] as const;
  if (
    sides.every(
      ([, text]) => text === null || changeText({ ...change, before: null, after: text }, lineLength) === text,
    )
  )
    return (
      <div>
        {name}: {short}
      </div>
    );
  return (
    <details>
      <summary>
        {name}: {short}
      </summary>
      {sides.map(
        ([side, text]) =>
          text && (
            <p key={side} className="pre">
              <b>{side}</b>
              {text}
            </p>
          ),
      )}
    </details>
  );
}
