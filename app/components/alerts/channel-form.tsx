import { Form, useNavigation } from "@remix-run/react";
import { useRef } from "react";
import type { FailedForm } from "../../http/form-state.ts";
import {
  type ChannelType,
  type OperatorChannel,
  kindLabels,
  kindsOf,
  typeLabels,
} from "../../models/alerts/operator-channel.ts";
import { streams } from "../../models/bets/stream.ts";
import { channelPath, channelsPath } from "../../paths/channels.ts";
import { Boxes } from "../forms/boxes.tsx";
import { SendButton, TextField } from "../forms/field.tsx";
import { Problem } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";

interface ChannelFormProps {
  type: ChannelType;
  /** Null: a new one. */
  channel: OperatorChannel | null;
  failure: FailedForm | undefined;
}

const streamLabels = { regular: "Regular picks", pro: "Pro picks" } as const;
const titles = {
  discord: "New Discord Channel",
  telegram: "New Telegram Chat",
  webhook: "New Webhook",
} as const;

export function ChannelForm({ type, channel, failure }: ChannelFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const action = channel === null ? channelsPath : channelPath(channel.id);
  const busy = useNavigation().formAction === action;
  useFocusOnFailure(failure, form);
  const title = channel === null ? titles[type] : channel.name;
  const kept = (name: string) => failure?.values[name];
  const isTicked = (box: string, isChosen: boolean) => (failure ? box in failure.values : isChosen);
  return (
    <Form ref={form} className="panel grid6" method="post" action={action} aria-labelledby="form-title">
      <h2 id="form-title">{title}</h2>
      {failure && (
        <div className="x-all">
          <Problem message={failure.message} />
        </div>
      )}
      <input type="hidden" name="type" value={type} />
      <TextField
        label="Name"
        name="name"
        className="f x2"
        required
        maxLength={60}
        defaultValue={kept("name") ?? channel?.name ?? ""}
        error={failure?.errors.name}
      />
      <AccessFields type={type} isKept={channel !== null} failure={failure} />
      <Boxes
        legend={type === "webhook" ? "Events" : "What it gets"}
        prefix="kind."
        options={kindsOf(type).map((kind) => ({ value: kind, label: kindLabels[kind] }))}
        isTicked={(kind) => isTicked(`kind.${kind}`, channel?.kinds.some((chosen) => chosen === kind) ?? true)}
        error={failure?.errors.kinds}
      />
      <Boxes
        legend="Picks of"
        prefix="stream."
        options={streams.map((stream) => ({ value: stream, label: streamLabels[stream] }))}
        isTicked={(stream) =>
          isTicked(`stream.${stream}`, channel?.streams.some((chosen) => chosen === stream) ?? true)
        }
        error={failure?.errors.streams}
      />
      <div className="x-all">
        <SendButton className="btn primary" busy={busy}>
          {busy ? "Saving..." : channel === null ? `Add ${typeLabels[type]}` : "Save"}
        </SendButton>
      </div>
    </Form>
  );
}

/** What gives access is never shown again: an empty field keeps it. */
function AccessFields({ type, isKept, failure }: { type: ChannelType; isKept: boolean; failure?: FailedForm }) {
  const keep = isKept ? " Empty keeps the one that is stored." : "";
  const field = (name: string) => ({
    name,
    className: "f x2",
    required: !isKept,
    maxLength: 500,
    autoComplete: "off",
    defaultValue: failure?.values[name] ?? "",
    error: failure?.errors[name],
  });
  if (type === "telegram")
    return (
      <>
        <TextField label="Bot token" help={`From @BotFather.${keep}`} {...field("token")} />
        <TextField label="Chat" help={`Its number, or @name of a public channel.${keep}`} {...field("chat")} />
      </>
    );
  const help =
    type === "discord" ? "Channel settings, Integrations, Webhooks, Copy Webhook URL." : "It begins with https://.";
  return <TextField label="Address" type="url" help={`${help}${keep}`} {...field("address")} />;
}
