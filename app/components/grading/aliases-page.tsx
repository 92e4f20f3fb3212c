import { Link } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { AliasesView, ListedAlias } from "../../models/grading/aliases.server.ts";
import { aliasesPath, gradingPath, takeBackAliasPath } from "../../paths/grading.ts";
import { adminPath } from "../../paths/paths.ts";
import { optionsOf, SelectField } from "../forms/field.tsx";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { ApplyButton, FilterForm } from "../shared/filter-form.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";

interface AliasesPageProps {
  view: AliasesView & PageExtras;
  refused: FailedForm | undefined;
}

/** The names in results that staff confirmed as teams. */
export function AliasesPage({ view: { aliases, sports, sport, chosen, notice }, refused }: AliasesPageProps) {
  const dialog = chosen && (
    <ConfirmDialog
      question="Take this name back?"
      subject={`${chosen.written} = ${chosen.team} (${chosen.sport})`}
      note="The next result with this name is asked about again. Verdicts that were given stay."
      cancelTo={aliasesPath(sport)}
      action={takeBackAliasPath(chosen)}
      confirmLabel="Take back"
      problem={refused?.message}
    />
  );
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={gradingPath} title="Team Names">
          <FilterForm className="find" aria-label="Sport" action={aliasesPath()}>
            <SelectField
              label="Sport"
              name="sport"
              defaultValue={sport}
              options={[{ value: "", label: "All sports" }, ...optionsOf(sports)]}
            />
            <ApplyButton />
          </FilterForm>
        </AdminTabs>
        <NoticeAlert notice={notice} />
        <div className="stack gap">
          <p className="muted">
            Names in results that staff confirmed as teams, at <Link to={gradingPath}>Grade</Link>.
          </p>
          <AliasesTable aliases={aliases} />
        </div>
      </div>
    </MemberFrame>
  );
}

function AliasesTable({ aliases }: { aliases: readonly ListedAlias[] }) {
  return (
    <CardTable
      label="Team names"
      className="slate"
      columns={6}
      emptyText="No names yet. Grade asks about a name in a result that it does not know."
      head={
        <>
          <Head>Name</Head>
          <Head>Team</Head>
          <Head>Sport</Head>
          <Head>Confirmed</Head>
          <Head>By</Head>
          <Head>
            <span className="vh">Actions</span>
          </Head>
        </>
      }
    >
      {aliases.map((row) => (
        <Row key={`${row.sport} ${row.alias}`}>
          <RowHead>
            <b>{row.written}</b>
          </RowHead>
          <Cell label="Team">{row.team}</Cell>
          <Cell label="Sport">{row.sport}</Cell>
          <Cell label="Confirmed">
            <Instant iso={row.confirmed_at} />
          </Cell>
          <Cell label="By">{row.by || "Unknown"}</Cell>
          <Cell>
            <div className="acts">
              <Link className="btn quiet del" to={takeBackAliasPath(row)} preventScrollReset>
                Take back<span className="vh"> {row.written}</span>
              </Link>
            </div>
          </Cell>
        </Row>
      ))}
    </CardTable>
  );
}
