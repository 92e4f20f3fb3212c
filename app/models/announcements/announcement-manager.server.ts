/** What superadmins do with announcements: write, test, send, stop, delete. */
import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { hourSeconds } from "../../time/durations.ts";
import { markdownRenderer } from "../content/markdown.server.ts";
import { type Section, sectionsOf } from "../content/sections.ts";
import { type ChannelCounts, countsOfCauses } from "../deliveries/deliveries.server.ts";
import { id, isVisible, textBlock, textLine, versionNumber, stepIn } from "../fields.ts";
import { firstPage } from "../list-page.ts";
import { type SignedInActor, operation } from "../operation.server.ts";
import { type Recipient, endWaitingOf, queueNews } from "../outbox/outbox.server.ts";
import { sendsMail } from "../people/email-confirmation.server.ts";
import { accessKinds } from "../people/user.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { atMost, countAttempt } from "../throttle.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import {
  type Announcement,
  type AnnouncementStep,
  announcementSteps,
  audienceBox,
  audienceText,
  longestBody,
  longestSubject,
} from "./announcement.ts";
import { announcementOf, causeOf, findAnnouncement } from "./announcement.server.ts";
import { type Reach, countReach } from "./recipients.server.ts";

const perPage = 20;
const testsPerHour = 20;

export interface AnnouncementsView {
  announcements: Announcement[];
  /** What "before" is on the next page; null on the last one. */
  next: number | null;
}

export interface AnnouncementView {
  /** Null: a new one. */
  announcement: Announcement | null;
  sections: Section[];
  /** Whom a draft reaches now; null once it was sent. */
  reach: Reach | null;
  /** What became of it. */
  channels: ChannelCounts[];
  /** What is asked about it. */
  asks: AnnouncementStep | null;
}

const chosen = z.object({ id });
const text = z
  .object({
    id: z.union([z.literal("new"), id]),
    subject: textLine(longestSubject).refine(isVisible, "Enter a subject."),
    body: textBlock(longestBody).refine(isVisible, "Enter the text."),
    /** A box: its value says nothing. */
    push: z
      .unknown()
      .optional()
      .transform((value) => value !== undefined && value !== ""),
    version: versionNumber,
  })
  .catchall(z.unknown());

export const listAnnouncements = operation(
  "announcements.manage",
  z.object({ before: id.optional().catch(undefined) }),
  async (_actor, { before }): Promise<AnnouncementsView> => {
    const all = db.selectFrom("announcements").selectAll();
    const read = await (before == null ? all : all.where("id", "<", before))
      .orderBy("id", "desc")
      .limit(perPage + 1)
      .execute();
    const { rows, next } = firstPage(read, perPage);
    return { announcements: rows.map(announcementOf), next };
  },
);

/** Refuses with "not-found" an unknown announcement or step. */
export const readAnnouncementPage = operation(
  "announcements.manage",
  z.object({ id: z.union([z.literal("new"), id]), step: z.string().optional() }),
  async (_actor, input): Promise<AnnouncementView> => {
    const asks = stepIn(input.id === "new" ? [] : announcementSteps, input.step);
    if (input.id === "new") return { announcement: null, sections: [], reach: null, channels: [], asks };
    const announcement = await findAnnouncement(db, input.id);
    const { body, audience, push, state } = announcement;
    const cause = causeOf(announcement.id);
    return {
      announcement,
      sections: sectionsOf((await markdownRenderer())(body)),
      reach: state === "draft" ? await countReach(audience, push, new Date()) : null,
      channels: state === "draft" ? [] : ((await countsOfCauses([cause])).get(cause) ?? []),
      asks,
    };
  },
);

/** Refuses with "conflict" when it was changed or sent since it was read. */
export const saveAnnouncement = operation("announcements.manage", text, async (actor, input): Promise<Announcement> => {
  const audience = accessKinds.filter((kind) => audienceBox(kind) in input);
  if (audience.length === 0) throw Refusal.at("audience", "invalid", "Choose who gets it.");
  const { subject, body } = input;
  const columns = { subject, body, audience: JSON.stringify(audience), push: input.push ? (1 as const) : (0 as const) };
  return writeAs(actor, async (trx) => {
    if (input.id === "new") {
      const row = await trx
        .insertInto("announcements")
        .values({ ...columns, created_at: new Date().toISOString() })
        .returningAll()
        .executeTakeFirstOrThrow();
      return record(trx, actor, "created", announcementOf(row));
    }
    const before = await findDraft(trx, input.id);
    if (input.version !== null && input.version !== before.version)
      throw new Refusal("conflict", "Somebody else changed it meanwhile. Save again to keep your text.", {
        saved: { version: String(before.version) },
      });
    const row = await trx
      .updateTable("announcements")
      .set({ ...columns, version: before.version + 1 })
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return record(trx, actor, "changed", announcementOf(row), before);
  });
});

/** Sends a draft to the caller alone, as it is saved. */
export const testAnnouncement = operation(
  "announcements.manage",
  chosen,
  async (actor, input): Promise<Announcement> => {
    const userId = actor.person.id;
    expectMail();
    await countAttempt([{ key: `test-announcement:${userId}`, ...atMost(testsPerHour, hourSeconds) }]);
    return writeAs(actor, async (trx) => {
      const draft = await findDraft(trx, input.id);
      const devices = draft.push
        ? await trx.selectFrom("push_devices").select("id").where("user_id", "=", userId).execute()
        : [];
      const recipients: Recipient[] = [
        { channel: "mail", userId },
        ...devices.map((device) => ({ channel: "push" as const, userId, deviceId: device.id })),
      ];
      await queueNews(trx, recipients, { kind: "announcement", announcement: draft.id, test: true }, "", new Date());
      return draft;
    });
  },
);

/** The job queues it from then on. Refuses with "conflict" when it isn't what the caller read, or was sent before. */
export const sendAnnouncement = operation(
  "announcements.manage",
  chosen.extend({ version: versionNumber }),
  (actor, input): Promise<Announcement> => {
    expectMail();
    return writeAs(actor, async (trx) => {
      const before = await findDraft(trx, input.id);
      if (input.version !== before.version)
        throw new Refusal("conflict", "It was changed since you read it. Read it again before you send it.");
      const now = new Date().toISOString();
      const row = await trx
        .updateTable("announcements")
        .set({ state: "sending", sent_at: now, next_at: now })
        .where("id", "=", before.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return record(trx, actor, "sent", announcementOf(row), before);
    });
  },
);

/** Nobody gets it any more who didn't get it before. */
export const stopAnnouncement = operation("announcements.manage", chosen, (actor, input): Promise<Announcement> =>
  writeAs(actor, async (trx) => {
    const before = await findAnnouncement(trx, input.id);
    if (before.state !== "sending" && before.state !== "sent") throw new Refusal("conflict", "It isn't being sent.");
    const row = await trx
      .updateTable("announcements")
      .set({ state: "stopped", next_at: null })
      .where("id", "=", before.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await endWaitingOf(trx, causeOf(before.id), new Date());
    return record(trx, actor, "stopped", announcementOf(row), before);
  }),
);

/** Only drafts: what was sent stays listed. */
export const deleteAnnouncement = operation("announcements.manage", chosen, (actor, input): Promise<Announcement> =>
  writeAs(actor, async (trx) => {
    const draft = await findDraft(trx, input.id);
    await trx.deleteFrom("announcements").where("id", "=", draft.id).execute();
    return record(trx, actor, "deleted", draft);
  }),
);

async function findDraft(trx: Db, announcementId: number | null): Promise<Announcement> {
  const found = await findAnnouncement(trx, announcementId);
  if (found.state !== "draft") throw new Refusal("conflict", "It was sent already.");
  return found;
}

function expectMail(): void {
  if (!sendsMail) throw new Refusal("conflict", "This server can't send email, so nothing was sent.");
}

async function record(
  trx: Db,
  { person }: SignedInActor,
  what: "created" | "changed" | "sent" | "stopped" | "deleted",
  announcement: Announcement,
  before?: Announcement,
): Promise<Announcement> {
  const told = ({ subject, body, audience, push, state }: Announcement) => ({
    subject,
    body,
    to: audienceText(audience),
    push,
    state,
  });
  await recordAudit(trx, {
    actorId: person.id,
    action: `announcement.${what}`,
    subject: "announcement",
    subjectId: announcement.id,
    ...(what === "deleted" ? { before: told(announcement) } : { after: told(announcement) }),
    ...(before && { before: told(before) }),
  });
  return announcement;
}
