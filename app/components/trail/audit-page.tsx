import { Link, useLocation, useSearchParams } from "@remix-run/react";
import type { PageExtras } from "../../http/page.server.ts";
import type { AuditView } from "../../models/trail/audit-list.server.ts";
import {
  type AuditEntry,
  type FieldChange,
  auditSubjects,
  authorText,
  changeText,
  entriesText,
  lineLength,
  maxListed,
} from "../../models/trail/trail.ts";
import { fieldText } from "../../format.ts";
import { actionText } from "../../models/trail/action-text.ts";
import { datesText } from "../../time/zone-name.ts";
import { adminPath, withQuery } from "../../paths/paths.ts";
import { auditFilePath, auditPath } from "../../paths/audit.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { DateField } from "../forms/date-field.tsx";
import { SelectField, TextField } from "../forms/field.tsx";
import { FilterForm } from "../shared/filter-form.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { useFrame } from "../shared/use-frame.tsx";
import { Fold } from "../shared/fold.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { Account, Moment } from "./user-trail.tsx";
import { FilterState, NothingFound } from "../shared/list-parts.tsx";
import { Pager } from "../shared/pager.tsx";

const shownChanges = 3;

type ShownAudit = AuditView & PageExtras;

export function AuditPage({ view }: { view: ShownAudit }) {
  const filtered = useFilterTexts().length > 0;
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={auditPath} />
        <NoticeAlert notice={view.notice} />
        <div className="stack gap">
          <Filters view={view} />
          <section className="stack" aria-labelledby="entries">
            <Title view={view} />
            <CardTable
              label="Audit table"
              columns={6}
              emptyText={<NothingFound text="No entries match these filters." clearTo={filtered ? auditPath : null} />}
              className="rc2 trail"
              head={
                <>
                  <Head>What</Head>
                  <Head>When</Head>
                  <Head>Who</Head>
                  <Head>Subject</Head>
                  <Head num>Subject ID</Head>
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

function Filters({ view: { actions, known, errors } }: { view: ShownAudit }) {
  const [query] = useSearchParams();
  const { site } = useFrame();
  const queryValue = (name: string) => query.get(name) ?? "";
  return (
    <Fold label="Filter" open={!known || Object.keys(errors).length > 0}>
      <FilterForm className="panel grid6" aria-label="Filter" waits>
        {query.get("sign_ins") && <input type="hidden" name="sign_ins" value="1" />}
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
        <p className="muted x2" suppressHydrationWarning>
          {datesText(site.zone)}
        </p>
        <div className="row">
          <button className="btn primary">Filter</button>
          <Link className="btn quiet" to={auditPath} preventScrollReset>
            Reset
          </Link>
        </div>
      </FilterForm>
    </Fold>
  );
}

const anything = { value: "", label: "Anything" };

/** Says the query in words. */
function useFilterTexts(): string[] {
  const [query] = useSearchParams();
  const text = (name: string, inWords = (value: string) => value) => {
    const value = query.get(name);
    return value ? [inWords(value)] : [];
  };
  return [
    ...text("who"),
    ...text("action", actionText),
    ...text("subject", actionText),
    ...text("subject_id", (id) => `ID ${id}`),
    ...text("from", (date) => `from ${date}`),
    ...text("to", (date) => `to ${date}`),
  ];
}

function Title({ view: { total, errors } }: { view: ShownAudit }) {
  const { search } = useLocation();
  const many = total > maxListed;
  const ignored = Object.fromEntries(["page", ...Object.keys(errors)].map((name) => [name, ""]));
  return (
    <div>
      <div className="head s">
        <h2 id="entries">Audit trail</h2>
        <a className="btn" href={withQuery(auditFilePath, search, ignored)}>
          Download CSV
        </a>
      </div>
      <p className="muted show">
        <span role="status">
          {entriesText(total)}
          {many && ". Choose dates to see older ones."}
        </span>{" "}
        <SignInsLink />
      </p>
      <FilterState text={useFilterTexts().join(", ")} clearTo={auditPath} />
    </div>
  );
}

/** Sign-ins are most of the trail, so the page leaves them out until they are asked for. An action that is filtered by is shown anyway. */
function SignInsLink() {
  const { search } = useLocation();
  const [query] = useSearchParams();
  if (query.get("action")) return null;
  const shown = Boolean(query.get("sign_ins"));
  return (
    <Link className="a" to={withQuery(auditPath, search, { page: "", sign_ins: shown ? "" : "1" })} preventScrollReset>
      {shown ? "Hide sign-ins" : "Show sign-ins"}
    </Link>
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
        <Moment iso={entry.at} />
      </Cell>
      <Cell label="Who">{actor ? <Account person={actor} /> : authorText(entry) || "Not signed in"}</Cell>
      <Cell label="Subject">
        {subject === "user" && subject_id !== null && subject_name !== null ? (
          <Account person={{ id: subject_id, name: subject_name, gone: false }} />
        ) : (
          actionText(subject)
        )}
      </Cell>
      <Cell label="Subject ID" num>
        {subject === "sidebar" ? "–" : (subject_id ?? "–")}
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

/** Shows a change on one line; a longer one can be opened in full. */
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
