import { hourMs, secondMs } from "../time/durations.ts";
import { findPushKeys } from "../models/alerts/push-keys.server.ts";
import { startPushDelivery } from "../alerts/push-delivery.server.ts";
import { writePushTexts } from "../alerts/push-texts.server.ts";
import { env } from "../env.server.ts";
import { FeedFailure } from "../feeds/provider.ts";
import { oddsApi } from "../feeds/odds-api.server.ts";
import { log, logError } from "../log.server.ts";
import { startChannelDelivery } from "../alerts/channel-delivery.server.ts";
import { renewChannelSecrets } from "../models/alerts/channel-rows.server.ts";
import { announceHead } from "../models/alerts/head-event.server.ts";
import { findFailingChannels } from "../models/alerts/channel-delivery-rows.server.ts";
import { announceMembers } from "../models/alerts/member-events.server.ts";
import { startDelivery } from "../mails/delivery.server.ts";
import { refreshOverdue } from "../models/billing/payment-report.server.ts";
import { deleteClosed } from "../models/upkeep/delete-closed.server.ts";
import { deleteExpired } from "../models/upkeep/delete-expired.server.ts";
import { closeDueRound } from "../models/news/pick-round.server.ts";
import { queueStarts } from "../models/news/start-news.server.ts";
import { queueAnnouncements } from "../models/announcements/queue.server.ts";
import { queueSummaries } from "../models/news/summary-news.server.ts";
import { runFeed } from "../models/feed/run-feed.server.ts";
import { expireItems } from "../models/outbox/outbox.server.ts";
import { finishInterrupted } from "../models/outbox/due-news.server.ts";
import { forgetProblems, noteProblem, readJobProblems } from "../models/upkeep/health.server.ts";
import { refreshSite } from "../models/site/current-site.server.ts";
import { queueTroubleMails } from "../models/upkeep/trouble-mail.server.ts";
import { startBackups } from "./backups.server.ts";
import { whileHolding } from "./lease-holder.server.ts";
import { startRecordChecks } from "./record-checks.server.ts";
import { startHeadPublishing } from "./publish-head.server.ts";
import { repeatedly } from "../repeatedly.server.ts";

/** A look at the open picks takes milliseconds. */
const feedEveryMs = 5 * secondMs;
const newsEveryMs = secondMs;
const newsRetryMs = 15 * secondMs;
const problemsEveryMs = 5 * secondMs;
const siteEveryMs = 5 * secondMs;
const programsEveryMs = 5 * secondMs;
const troubleEveryMs = 15 * secondMs;

/** In one process of all that share the database; the others show what it finds out. */
export function startJobs(): () => void {
  const stops = [whileHolding("jobs", startAll), startReadingProblems(), startReadingSite()];
  return () => stops.forEach((stop) => stop());
}

function startReadingProblems(): () => void {
  return repeatedly("problems", async () => {
    await readJobProblems();
    return problemsEveryMs;
  });
}

/** Another process may have saved texts of the site. */
function startReadingSite(): () => void {
  return repeatedly("site", async () => {
    // Without an answer of the database what was read before stands.
    await refreshSite().catch(() => undefined);
    return siteEveryMs;
  });
}

async function startAll(): Promise<() => void> {
  await forgetProblems();
  await finishDoubtful();
  await prepareSecrets();
  const stops = [
    startQueueingNews(),
    startDelivery(),
    startPushDelivery(writePushTexts),
    startChannelDelivery(),
    startTellingPrograms(),
    startTellingOfTrouble(),
    startDeletingExpired(),
    startDeletingClosed(),
    startRefreshingSubscriptions(),
    startBackups(),
    startRecordChecks(),
    startHeadPublishing(),
    startResultsFeed(),
  ];
  return () => stops.forEach((stop) => stop());
}

/** What no change in a transaction tells: the record's head once a minute, and memberships that the clock ends. */
export function startTellingPrograms(): () => void {
  return repeatedly("programs", async () => {
    try {
      await announceHead(new Date());
      await announceMembers(new Date());
    } catch (error) {
      logError("The webhooks could not be told of the record's head or of members. The next try follows.", error);
    }
    return programsEveryMs;
  });
}

/** Channels that fail are told to superadmins like the problems of other jobs; all trouble is mailed to them once a day. */
export function startTellingOfTrouble(): () => void {
  return repeatedly("trouble", async () => {
    try {
      await noteProblem("channels", await findFailingChannels());
      await queueTroubleMails(new Date());
    } catch (error) {
      logError("Superadmins could not be told of trouble. The next try follows.", error);
    }
    return troubleEveryMs;
  });
}

/** Browsers need the keys for alerts before the first one. What an older SESSION_SECRET encrypted is encrypted anew. */
async function prepareSecrets(): Promise<void> {
  await findPushKeys().catch((error: unknown) =>
    logError("The keys for alerts could not be made. They are made with the first alert.", error),
  );
  await renewChannelSecrets().catch((error: unknown) =>
    logError("The secrets of the channels could not be encrypted anew. The next start tries again.", error),
  );
}

/** Before any delivery begins: see finishInterrupted. */
async function finishDoubtful(): Promise<void> {
  const count = await finishInterrupted(new Date());
  if (count > 0)
    logError(
      `Mails and posts that may already have been sent when the server stopped; they are not sent again: ${count}.`,
    );
}

/** Queues news whose time has come, and ends what is too late. Apart from the deliveries: a slow mail server must not delay an alert. */
export function startQueueingNews(): () => void {
  const told = new Set<string>();
  return repeatedly("news", async (shouldContinue) => {
    try {
      const now = new Date();
      await closeDueRound(now, shouldContinue);
      await queueStarts(now, told, shouldContinue);
      await queueSummaries(now, shouldContinue);
      await queueAnnouncements(now, shouldContinue);
      await expireItems(now);
    } catch (error) {
      logError("News could not be queued. The next try follows.", error);
      return newsRetryMs;
    }
    return newsEveryMs;
  });
}

export function startDeletingExpired(): () => void {
  return repeatedly("expired", async (shouldContinue) => {
    try {
      const deleted = Object.entries(await deleteExpired(new Date(), shouldContinue)).filter(([, count]) => count > 0);
      if (deleted.length > 0)
        log(`Expired rows were deleted: ${deleted.map(([table, count]) => `${table} ${count}`).join(", ")}.`);
    } catch (error) {
      logError("Expired rows could not be deleted. The next try is in an hour.", error);
    }
    return hourMs;
  });
}

/** Deletes the accounts that their owners closed. */
export function startDeletingClosed(): () => void {
  return repeatedly("closed", async (shouldContinue) => {
    try {
      const deleted = await deleteClosed(new Date(), shouldContinue);
      if (deleted > 0) log(`Accounts deleted that their owners closed: ${deleted}.`);
    } catch (error) {
      logError("Some closed accounts could not be deleted. The next try is in an hour.", error);
    }
    return hourMs;
  });
}

/** Does nothing without a key. The demo has a feed of its own: its games are not of today. */
export function startResultsFeed(): () => void {
  const { ODDS_API_KEY: key, ODDS_API_BASE: base, ODDS_API_MONTHLY: monthly, AUTO_GRADE: mode, DEMO } = env;
  if (key === undefined || DEMO) return () => undefined;
  const settings = { feed: oddsApi({ key, base }), monthly, mode, clock: () => new Date() };
  return repeatedly("feed", async (shouldContinue) => {
    try {
      for (const error of await runFeed(settings, shouldContinue)) {
        // Its own errors have a message for people; their stack says nothing.
        if (error instanceof FeedFailure) logError(`The results feed failed. ${error.message}`);
        else logError("A result of the feed could not be taken in", error);
      }
    } catch (error) {
      logError("The answer of the results feed could not be taken in. It is asked again later.", error);
    }
    return feedEveryMs;
  });
}

/** Refreshes subscriptions whose webhook events are missing. */
export function startRefreshingSubscriptions(): () => void {
  return repeatedly("subscriptions", async (shouldContinue) => {
    try {
      const refreshed = await refreshOverdue(new Date(), shouldContinue);
      if (refreshed > 0) log(`Subscriptions refreshed whose renewal or end Stripe did not report: ${refreshed}.`);
    } catch (error) {
      logError("Some subscriptions could not be refreshed. The next try is in an hour.", error);
    }
    return hourMs;
  });
}
