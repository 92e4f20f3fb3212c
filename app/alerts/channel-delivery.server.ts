/** Sends what waits for the operator's channels. Each channel has its own pace: a slow one delays no other. */
import { log, logError } from "../log.server.ts";
import {
  type ReadyChannel,
  findChannelsWithNews,
  findReadyChannel,
  noteChannelResult,
} from "../models/alerts/channel-delivery-rows.server.ts";
import { type DueNews, type Outcome, finishNews, takeDueNews } from "../models/outbox/due-news.server.ts";
import { listSettledPicksOfRound } from "../models/news/card-news.server.ts";
import { whyOver } from "../models/news/sending.server.ts";
import { listOpenPicksOfRound } from "../models/news/round-readers.server.ts";
import { openPicksPath } from "../paths/paths.ts";
import { recordPath } from "../paths/record.ts";
import { siteOrigin } from "../site-origin.server.ts";
import { repeatedly } from "../repeatedly.server.ts";
import { hourMs, secondMs } from "../time/durations.ts";
import { type Content, postToChannel } from "./channel-post.server.ts";
import { changedPost, newPicksPost, resultsPost, testPost } from "./post-text.ts";

const everyMs = secondMs;
const longestPauseMs = hourMs;
/** Receivers of webhooks drop repeats, so a few are taken at once; posts are taken one by one. */
const batchOf = { discord: 1, telegram: 1, webhook: 20 } as const;

export function startChannelDelivery(): () => void {
  const busy = new Set<number>();
  // By the time since the start of this process: the clock may be set.
  const pausedUntil = new Map<number, number>();
  return repeatedly("channels", async (shouldContinue) => {
    const channels = await findChannelsWithNews().catch(() => []);
    for (const id of channels) {
      if (busy.has(id) || (pausedUntil.get(id) ?? 0) > performance.now()) continue;
      busy.add(id);
      void deliverToChannel(id, () => new Date(), shouldContinue)
        .then((pauseMs) => pausedUntil.set(id, performance.now() + Math.min(pauseMs, longestPauseMs)))
        .catch((error: unknown) => logError(`What waits for channel ${id} could not be sent.`, error))
        .finally(() => busy.delete(id));
    }
    return everyMs;
  });
}

/** Sends until nothing is due or the channel fails. Returns how long it should be left alone. */
export async function deliverToChannel(
  id: number,
  clock: () => Date,
  shouldContinue: () => boolean = () => true,
): Promise<number> {
  while (shouldContinue()) {
    // Read each time: a long queue must not go to an address that was replaced.
    const channel = await findReadyChannel(id, clock());
    if (channel === null) return 0;
    const batch = await takeDueNews(channel.type, clock(), {
      limit: batchOf[channel.type],
      operatorChannelId: channel.id,
    });
    if (batch.length === 0) return 0;
    const outcomes: { news: DueNews; outcome: Outcome }[] = [];
    for (const news of batch) outcomes.push({ news, outcome: await outcomeOf(channel, news, clock()) });
    await finishNews(outcomes, clock());
    const last = outcomes.at(-1)?.outcome;
    const failure = outcomes.map(({ outcome }) => failureOf(outcome)).find((reason) => reason !== "") ?? "";
    await noteChannelResult(channel, failure, clock());
    if (failure !== "") log(`Channel ${channel.id} (${channel.type}) took not all: ${failure}.`);
    if (last?.what === "later") return Math.max(last.retryMs ?? 0, everyMs);
  }
  return 0;
}

/** Never rejects: the rest of the batch would stay taken. */
async function outcomeOf(channel: ReadyChannel, news: DueNews, now: Date): Promise<Outcome> {
  return sendNews(channel, news, now).catch((error: unknown): Outcome => {
    logError(`Item ${news.id} for channel ${channel.id} could not be written. It is tried again.`, error);
    return { what: "later", reason: "failed" };
  });
}

async function sendNews(channel: ReadyChannel, news: DueNews, now: Date): Promise<Outcome> {
  // Without a secret nobody could tell who sent an event.
  const isUnsigned = channel.type === "webhook" && channel.secrets.length === 0;
  if (channel.access === null || isUnsigned) return { what: "later", reason: "access" };
  const over = await whyOver(news.item, now);
  if (over !== null) return { what: "expired", reason: over };
  const content = await contentFor(channel, news, now);
  if (content === null) return { what: "expired", reason: "nothing" };
  return postToChannel({ ...channel, access: channel.access }, content, news.messageId, now);
}

function failureOf({ what, reason }: Outcome): string {
  return what === "sent" || what === "expired" ? "" : reason;
}

/** Null when it has nothing to say any more. */
async function contentFor({ name, streams }: ReadyChannel, { item }: DueNews, now: Date): Promise<Content | null> {
  if (item?.kind === "event") return { body: item.body };
  if (item?.kind === "test") return { text: testPost(name) };
  if (item?.kind === "pick-changed") return { text: changedPost(item, `${siteOrigin}${openPicksPath(item.stream)}`) };
  if (item?.kind === "card-results") {
    const results = await listSettledPicksOfRound(item.round, streams);
    return results.length === 0 ? null : { text: resultsPost(results, `${siteOrigin}${recordPath}`) };
  }
  if (item?.kind !== "new-picks") return null;
  const picks = await listOpenPicksOfRound(item.round, streams, now);
  const [first] = picks;
  return first === undefined ? null : { text: newPicksPost(picks, `${siteOrigin}${openPicksPath(first.stream)}`) };
}
