import { Form, Link } from "@remix-run/react";
import { type FailedForm, failureOf } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { ChannelsView } from "../../models/alerts/channel-manager.server.ts";
import {
  type ChannelType,
  type OperatorChannel,
  channelTypes,
  kindLabels,
  typeLabels,
} from "../../models/alerts/operator-channel.ts";
import { adminPath } from "../../paths/paths.ts";
import { channelPath, channelsPath, newChannelPath } from "../../paths/channels.ts";
import { CopyField } from "../forms/copy-field.tsx";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { ChannelForm } from "./channel-form.tsx";

interface ChannelsManagerProps {
  view: ChannelsView & PageExtras;
  answer?: ChannelAnswer | undefined;
}

export type ChannelAnswer = FailedForm | { name: string; secret?: string };

const questions = {
  remove: {
    question: "Remove this channel?",
    note: "What waits for it is not sent any more. This cannot be undone.",
    confirmLabel: "Remove",
    confirmLook: "danger",
  },
  secret: {
    question: "Make a new secret?",
    note: "The current one stays valid for 24 hours: both signatures are sent.",
    confirmLabel: "Make a new secret",
    confirmLook: "primary",
  },
} as const;

export function ChannelsManager({ view, answer }: ChannelsManagerProps) {
  const failure = failureOf(answer);
  const made = answer && "secret" in answer ? answer : null;
  const { chosen, channels } = view;
  const asks = view.asks === "test" ? null : view.asks;
  const type = typeOf(failure?.values.type) ?? chosen?.type ?? view.adds;
  const dialog = chosen && asks && made === null && (
    <ConfirmDialog
      {...questions[asks]}
      subject={chosen.name}
      cancelTo={channelsPath}
      action={channelPath(chosen.id, asks)}
      problem={failure?.message}
    />
  );
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={channelsPath} />
        <NoticeAlert notice={answer ? null : view.notice} />
        <div className="stack gap">
          {made?.secret !== undefined && <NewSecret name={made.name} secret={made.secret} />}
          {type !== null && !asks && made === null && (
            <ChannelForm key={`${type} ${chosen?.id ?? ""}`} type={type} channel={chosen} failure={failure} />
          )}
          <nav className="row" aria-label="New channel">
            {channelTypes.map((each) => (
              <Link key={each} className="btn" to={newChannelPath(each)}>
                Add {typeLabels[each]}
              </Link>
            ))}
          </nav>
          <section aria-labelledby="channels">
            <div className="head s">
              <h2 id="channels">Channels</h2>
              <p className="muted">
                {channels.length} {channels.length === 1 ? "channel" : "channels"}
              </p>
            </div>
            <ChannelsTable channels={channels} />
          </section>
        </div>
      </div>
    </MemberFrame>
  );
}

function typeOf(text: string | undefined): ChannelType | null {
  return channelTypes.find((type) => type === text) ?? null;
}

function NewSecret({ name, secret }: { name: string; secret: string }) {
  return (
    <section className="panel stack" aria-labelledby="new-secret">
      <h2 id="new-secret">The secret of {name}</h2>
      <NoticeAlert notice={{ text: "Copy it now: it is not shown again.", tone: "good" }} />
      <CopyField label="Secret" name="secret" link={secret} />
      <p className="muted">
        Each event is signed with it as Standard Webhooks describes: webhook-id, webhook-timestamp and
        webhook-signature.
      </p>
    </section>
  );
}

function ChannelsTable({ channels }: { channels: readonly OperatorChannel[] }) {
  return (
    <CardTable
      label="Channels table"
      className="slate"
      columns={4}
      emptyText="No channels yet. Add the chat or the program that should get picks by itself."
      head={
        <>
          <Head>Name</Head>
          <Head>What it gets</Head>
          <Head>State</Head>
          <Head>
            <span className="vh">Actions</span>
          </Head>
        </>
      }
    >
      {channels.map((channel) => (
        <Row key={channel.id}>
          <RowHead>
            <b>{channel.name}</b> <span className="muted">{`${typeLabels[channel.type]}, ${channel.leads_to}`}</span>
          </RowHead>
          <Cell label="What it gets">{gets(channel)}</Cell>
          <Cell label="State">
            <State channel={channel} />
          </Cell>
          <Cell>
            <Actions channel={channel} />
          </Cell>
        </Row>
      ))}
    </CardTable>
  );
}

function gets({ kinds, streams }: OperatorChannel): string {
  const of = streams.length === 1 ? ` (${streams.join("")} picks)` : "";
  return kinds.map((kind) => kindLabels[kind]).join(", ") + of;
}

function State({ channel: { failure, failing_since, accepted_at, old_secret_until } }: { channel: OperatorChannel }) {
  return (
    <>
      {failing_since !== null && (
        <p>
          <b>Failing</b> since <Instant iso={failing_since} />. {failure}
        </p>
      )}
      <p>
        {accepted_at === null ? (
          "Nothing accepted yet"
        ) : (
          <>
            Last accepted <Instant iso={accepted_at} />
          </>
        )}
      </p>
      {old_secret_until !== null && (
        <p className="muted">
          The secret before is valid until <Instant iso={old_secret_until} />
        </p>
      )}
    </>
  );
}

function Actions({ channel: { id, name, type } }: { channel: OperatorChannel }) {
  const of = <span className="vh"> {name}</span>;
  return (
    <div className="acts">
      <Form method="post" action={channelPath(id, "test")} preventScrollReset>
        <button className="btn quiet" type="submit">
          Send test{of}
        </button>
      </Form>
      <Link className="btn quiet" to={channelPath(id)}>
        Change{of}
      </Link>
      {type === "webhook" && (
        <Link className="btn quiet" to={channelPath(id, "secret")} preventScrollReset>
          New secret{of}
        </Link>
      )}
      <Link className="btn quiet del" to={channelPath(id, "remove")} preventScrollReset>
        Remove{of}
      </Link>
    </div>
  );
}
