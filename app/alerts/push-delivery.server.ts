import { minuteMs, secondMs } from "../time/durations.ts";
import { log, logError } from "../log.server.ts";
import { findDevices, removeGoneDevices } from "../models/alerts/push-address.server.ts";
import { type PushKeys, findPushKeys } from "../models/alerts/push-keys.server.ts";
import { type DueNews, type Outcome, finishNews, takeDueNews } from "../models/outbox/due-news.server.ts";
import { noteProblem } from "../models/upkeep/health.server.ts";
import { repeatedly } from "../repeatedly.server.ts";
import { type PushAddress, type PushMessage, type PushResult, sendPush } from "./push.server.ts";

/**
 * What an alert says, without its id, and until when it may be shown (ISO), if that is before its row expires. Or why
 * nothing is sent.
 */
export type PushText = { text: Omit<PushMessage, "id">; until?: string | null } | { outcome: Outcome };

/** Writes the texts of a batch, by the ids of its rows. A row without one ends: there was nothing to say. */
export type WritePushTexts = (batch: readonly DueNews[], now: Date) => Promise<ReadonlyMap<number, PushText>>;

export interface PushRun {
  sent: number;
  /** Refused for good, with the reasons. */
  refused: { id: number; reason: string }[];
  /** Why nothing could be reached; null = something could. */
  unreachable: string | null;
}

const everyMs = secondMs;
/** The pause after the first, second and each later time that nothing could be reached. */
const pausesMs = [5 * secondMs, 15 * secondMs, minuteMs] as const;
/** So many are sent at once, and finished in one write. */
const batchOf = 40;
/** A batch waits for its slowest device, ten seconds at most. The others go on meanwhile. */
const lanes = 4;

/** Does not keep the process alive. Call `finishInterrupted` before it. */
export function startPushDelivery(writeTexts: WritePushTexts): () => void {
  let failures = 0;
  return repeatedly("push", async (shouldContinue) => {
    try {
      const { refused, unreachable } = await deliverPushes(writeTexts, () => new Date(), shouldContinue);
      for (const { id, reason } of refused) log(`Alert ${id}: refused (${reason})`);
      failures = unreachable === null ? 0 : failures + 1;
      if (failures === 1) logError(`Alerts can't be sent (${unreachable}). They stay in the outbox.`);
      await noteProblem("push", failures === 0 ? null : problem);
    } catch (error) {
      failures += 1;
      logError("Alerts could not be delivered. They stay in the outbox.", error);
    }
    return failures === 0 ? everyMs : (pausesMs[Math.min(failures, pausesMs.length) - 1] ?? everyMs);
  });
}

const problem = {
  text: "No alert could be sent to any device.",
  advice: "Check whether this server reaches the internet; its log has the reason. Unsent alerts stay in the outbox.",
};

/**
 * Sends due alerts until none is left, nothing can be reached, or `shouldContinue` returns false. Gone devices are
 * removed. What a stopped process left is sent again with the same id: the service worker shows it once.
 */
export async function deliverPushes(
  writeTexts: WritePushTexts,
  clock: () => Date,
  shouldContinue: () => boolean = () => true,
): Promise<PushRun> {
  const run: PushRun = { sent: 0, refused: [], unreachable: null };
  const deliver = async () => {
    while (run.unreachable === null && shouldContinue()) {
      const batch = await takeDueNews("push", clock(), { limit: batchOf });
      if (batch.length === 0) break;
      await deliverBatch(run, batch, writeTexts, clock);
    }
  };
  await Promise.all(Array.from({ length: lanes }, deliver));
  return run;
}

interface Sent {
  news: DueNews;
  /** What a push service answered, or why nothing was sent. */
  result: PushResult | Outcome;
}

async function deliverBatch(
  run: PushRun,
  batch: readonly DueNews[],
  writeTexts: WritePushTexts,
  clock: () => Date,
): Promise<void> {
  const sent = await sendBatch(batch, writeTexts, clock).catch((error: unknown): Sent[] => {
    // A batch that can't be written must not stay taken.
    logError("Alerts could not be written. They are tried again.", error);
    return batch.map((news) => ({ news, result: { what: "later", reason: "failed" } }));
  });
  const down = reasonOfOutage(sent);
  const now = clock();
  await finishNews(
    sent.map(({ news, result }) => ({ news, outcome: outcomeOf(result, down !== null, now) })),
    now,
  );
  await removeGoneDevices(sent.flatMap(({ news, result }) => (result.what === "gone" ? [news.deviceId ?? 0] : [])));
  run.sent += sent.filter(({ result }) => result.what === "accepted").length;
  for (const { news, result } of sent)
    if (result.what === "refused") run.refused.push({ id: news.id, reason: result.reason });
  run.unreachable ??= down;
}

async function sendBatch(batch: readonly DueNews[], writeTexts: WritePushTexts, clock: () => Date): Promise<Sent[]> {
  const keys = await findPushKeys();
  const devices = await findDevices(batch.map(({ deviceId }) => deviceId ?? 0));
  const texts = await writeTexts(batch, clock());
  return Promise.all(
    batch.map(async (news) => {
      const device = devices.get(news.deviceId ?? 0);
      // A device that changed hands has another id, so its owner is the recipient. Asked again: a mistake would show picks to a stranger.
      if (device?.userId !== news.userId) return { news, result: { what: "expired", reason: "removed" } };
      return { news, result: await sendText(news, device, texts.get(news.id), keys, clock()) };
    }),
  );
}

async function sendText(
  { messageId, expiresAt }: DueNews,
  address: PushAddress,
  written: PushText | undefined,
  keys: PushKeys,
  now: Date,
): Promise<Sent["result"]> {
  if (written === undefined) return { what: "expired", reason: "nothing" };
  if ("outcome" in written) return written.outcome;
  const { text, until } = written;
  const end = until != null && until < expiresAt ? until : expiresAt;
  return sendPush(address, { id: messageId, ...text }, { keys, now, expiresAt: new Date(end) });
}

/**
 * Members can add devices with an address where nobody is, so it takes the news of two to call it an outage. A test tells
 * nothing, nor does what was tried before: others were reached at the time.
 */
function reasonOfOutage(sent: readonly Sent[]): string | null {
  const reasons = sent.flatMap(({ result }) => (result.what === "unreachable" ? [result.reason] : []));
  const others = sent.filter(({ result }) => ["accepted", "gone", "refused", "later"].includes(result.what));
  const people = new Set(
    sent
      .filter(({ news, result }) => result.what === "unreachable" && news.kind !== "test" && news.tries === 0)
      .map(({ news }) => news.userId),
  );
  return others.length === 0 && people.size > 1 ? (reasons[0] ?? null) : null;
}

function outcomeOf(result: Sent["result"], isDown: boolean, now: Date): Outcome {
  if (result.what === "accepted") return { what: "sent", reason: "" };
  if (result.what === "gone") return { what: "refused", reason: "gone" };
  if (result.what === "unreachable") {
    // During an outage a try counts for nothing: afterwards all leave at once.
    if (isDown) return { what: "held", reason: "unreachable", until: new Date(now.getTime() + pausesMs[0]) };
    return { what: "later", reason: "unreachable" };
  }
  if (!("retryAfterMs" in result)) return result;
  const { reason, retryAfterMs } = result;
  return retryAfterMs === null ? { what: "later", reason } : { what: "later", reason, retryMs: retryAfterMs };
}
