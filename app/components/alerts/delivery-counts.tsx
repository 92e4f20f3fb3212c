import { channelNames } from "../../models/deliveries/deliveries.ts";
import type { ChannelCounts } from "../../models/deliveries/deliveries.server.ts";

/** What became of news on one channel. */
export function DeliveryCounts({ counts }: { counts: ChannelCounts }) {
  const { channel, accepted, refused, waiting, expired, unknown, reasons } = counts;
  const parts = [
    `${accepted} accepted`,
    ...[
      [refused, "refused"] as const,
      [waiting, "waiting"] as const,
      [expired, "not sent"] as const,
      [unknown, "unknown"] as const,
    ].flatMap(([count, text]) => (count === 0 ? [] : [`${count} ${text}`])),
  ];
  return (
    <>
      <p>{`${channelNames[channel]}: ${parts.join(", ")}`}</p>
      {reasons.map(({ text, count }) => (
        <p key={text} className="muted">{`${count} × ${text}`}</p>
      ))}
    </>
  );
}
