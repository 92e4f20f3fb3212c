import { Link } from "@remix-run/react";
import { type FailedForm, failureOf } from "../../http/form-state.ts";
import { countText } from "../../format.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { Calls, KeysView, ListedKey } from "../../models/keys/key-manager.server.ts";
import { adminPath } from "../../paths/paths.ts";
import { keysPath, revokeKeyPath } from "../../paths/keys.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { CopyField } from "../forms/copy-field.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { KeyForm } from "./key-form.tsx";

/** A key that was just created. */
interface CreatedKey {
  name: string;
  key: string;
}

interface KeysManagerProps {
  view: KeysView & PageExtras;
  answer?: FailedForm | CreatedKey | undefined;
  /** Why it was not revoked. */
  refused?: FailedForm | undefined;
}

export function KeysManager({ view, answer, refused }: KeysManagerProps) {
  const failure = failureOf(answer);
  const created = answer && "key" in answer ? answer : null;
  const { chosen, keys } = view;
  const dialog = chosen && (
    <ConfirmDialog
      question="Revoke this key?"
      subject={chosen.name}
      note="The program that has it is refused from then on. This cannot be undone."
      cancelTo={keysPath}
      action={revokeKeyPath(chosen.id)}
      confirmLabel="Revoke"
      problem={refused?.message}
    />
  );
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={keysPath} />
        <NoticeAlert notice={answer ? null : view.notice} />
        <div className="stack gap">
          {created && <NewKey created={created} />}
          <KeyForm key={created?.key} failure={failure} />
          <section aria-labelledby="keys">
            <div className="head s">
              <h2 id="keys">Keys</h2>
              <p className="muted">
                {keys.length} {keys.length === 1 ? "key" : "keys"}
              </p>
            </div>
            <KeysTable keys={keys} />
          </section>
        </div>
      </div>
    </MemberFrame>
  );
}

function NewKey({ created: { name, key } }: { created: CreatedKey }) {
  return (
    <section className="panel stack" aria-labelledby="new-key">
      <h2 id="new-key">The key of {name}</h2>
      <NoticeAlert notice={{ text: "Copy it now: it is not shown again.", tone: "good" }} />
      <CopyField label="Key" name="key" link={key} />
    </section>
  );
}

function KeysTable({ keys }: { keys: readonly ListedKey[] }) {
  return (
    <CardTable
      label="Keys table"
      className="slate"
      columns={7}
      emptyText="No keys yet."
      head={
        <>
          <Head>Name</Head>
          <Head>Scopes</Head>
          <Head>Created</Head>
          <Head>Last used</Head>
          <Head>Calls today (UTC)</Head>
          <Head>Calls in 30 days</Head>
          <Head>
            <span className="vh">Actions</span>
          </Head>
        </>
      }
    >
      {keys.map(({ id, name, scopes, created_at, used_at, calls }) => (
        <Row key={id}>
          <RowHead>
            <b>{name}</b>
          </RowHead>
          <Cell label="Scopes">{scopes.join(", ")}</Cell>
          <Cell label="Created">
            <Instant iso={created_at} />
          </Cell>
          <Cell label="Last used">{used_at === null ? "Never" : <Instant iso={used_at} />}</Cell>
          <Cell label="Calls today (UTC)">{callsText(calls.today)}</Cell>
          <Cell label="Calls in 30 days">{callsText(calls.last_30_days)}</Cell>
          <Cell>
            <div className="acts">
              <Link className="btn quiet del" to={revokeKeyPath(id)} preventScrollReset>
                Revoke<span className="vh"> {name}</span>
              </Link>
            </div>
          </Cell>
        </Row>
      ))}
    </CardTable>
  );
}

function callsText({ reads, writes }: Calls): string {
  if (reads + writes === 0) return "None";
  return `${countText(reads)}\u00a0${reads === 1 ? "read" : "reads"}, ${countText(writes)}\u00a0${writes === 1 ? "write" : "writes"}`;
}
