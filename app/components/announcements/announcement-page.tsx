import { Form, Link } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import { type Announcement, audienceText, peoplePerMinute } from "../../models/announcements/announcement.ts";
import type { AnnouncementView } from "../../models/announcements/announcement-manager.server.ts";
import { announcementPath, announcementsPath } from "../../paths/announcements.ts";
import { adminPath } from "../../paths/paths.ts";
import { DeliveryCounts } from "../alerts/delivery-counts.tsx";
import { TextSections } from "../content/text-sections.tsx";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { ConfirmDialog, type ConfirmDialogProps } from "../shared/confirm-dialog.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { AnnouncementForm } from "./announcement-form.tsx";
import { queuedText, stateNames } from "./announcements-page.tsx";

interface AnnouncementPageProps {
  view: AnnouncementView & PageExtras;
  failure: FailedForm | undefined;
}

/** An announcement from its first draft to what became of it; also asks before it is sent, stopped or deleted. */
export function AnnouncementPage({ view, failure }: AnnouncementPageProps) {
  const { announcement, notice } = view;
  const question = questionOf(view);
  const dialog = question && announcement && (
    <ConfirmDialog
      {...question}
      subject={announcement.subject}
      cancelTo={announcementPath(announcement.id)}
      problem={failure?.message}
    />
  );
  // Of the form alone: the other steps have no fields to keep.
  const unsaved = failure && "subject" in failure.values ? failure : undefined;
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={announcementsPath} title="Announcement">
          <Link className="a" to={announcementsPath}>
            All
          </Link>
        </AdminTabs>
        <div className="stack gap">
          <NoticeAlert notice={failure ? null : notice} problem={dialog || unsaved ? undefined : failure?.message} />
          {announcement?.state === "draft" && <Steps announcement={announcement} reach={view.reach} />}
          {announcement && announcement.state !== "draft" && <Outcome announcement={announcement} view={view} />}
          {(announcement === null || announcement.state === "draft") && (
            <AnnouncementForm key={announcement?.version} announcement={announcement} failure={unsaved} />
          )}
          {announcement && (
            <section className="stack" aria-label="The text">
              <p className="muted">{announcement.state === "draft" ? "As it is saved" : "As it was sent"}</p>
              <div className="panel prose">
                <h2>{announcement.subject}</h2>
                <TextSections sections={view.sections} />
              </div>
            </section>
          )}
        </div>
      </div>
    </MemberFrame>
  );
}

function Steps({ announcement, reach }: { announcement: Announcement } & Pick<AnnouncementView, "reach">) {
  const { id, audience } = announcement;
  return (
    <section className="panel stack" aria-label="Send it">
      <p>
        <b>Draft.</b> {audienceText(audience)}: {reach && reachText(reach)}
      </p>
      <div className="row">
        <Link className="btn primary" to={announcementPath(id, "send")} preventScrollReset>
          Send
        </Link>
        <Form method="post" action={announcementPath(id, "test")} preventScrollReset>
          <button className="btn">Send me a test</button>
        </Form>
        <Link className="btn quiet" to={announcementPath(id, "delete")} preventScrollReset>
          Delete
        </Link>
      </div>
    </section>
  );
}

function Outcome({ announcement, view }: { announcement: Announcement; view: AnnouncementView }) {
  const { id, audience, state, sent_at } = announcement;
  const canStop = state === "sending" || view.channels.some(({ waiting }) => waiting > 0);
  return (
    <section className="panel stack" aria-label="What became of it">
      <p>
        <b>{stateNames[state]}.</b> {audienceText(audience)}: {queuedText(announcement)}
        {state === "sending" && ` so far, to ${peoplePerMinute} people a minute`}.{" "}
        <span className="muted">{sent_at !== null && <Instant iso={sent_at} />}</span>
      </p>
      <div>
        {view.channels.map((counts) => (
          <DeliveryCounts key={counts.channel} counts={counts} />
        ))}
      </div>
      {canStop && (
        <p>
          <Link className="btn" to={announcementPath(id, "stop")} preventScrollReset>
            Stop
          </Link>
        </p>
      )}
    </section>
  );
}

function reachText({ people, mails, alerts }: NonNullable<AnnouncementView["reach"]>): string {
  const reached = `${people} ${people === 1 ? "person" : "people"}, ${queuedText({ mails, alerts })}.`;
  const rest = people - mails;
  if (rest === 0) return reached;
  return `${reached} ${rest} of them get no email: they turned it off, did not confirm their address, or it bounces.`;
}

function questionOf({
  announcement,
  reach,
  asks,
  channels,
}: AnnouncementView): Omit<ConfirmDialogProps, "cancelTo" | "subject"> | undefined {
  if (announcement === null || asks === null) return undefined;
  const { id, version, state, mails } = announcement;
  if (asks === "send" && state === "draft" && reach)
    return {
      question: `Send it to ${reach.people} ${reach.people === 1 ? "person" : "people"}?`,
      note: `${queuedText(reach)}, ${minutesText(reach.people)}. What was sent can't be taken back.`,
      confirmLabel: "Send",
      confirmLook: "primary",
      action: announcementPath(id, "send"),
      children: <input type="hidden" name="version" value={version} />,
    };
  if (asks === "stop" && (state === "sending" || state === "sent"))
    return {
      question: "Stop sending it?",
      note: `Until now it was queued for ${mails}. Those who got it keep it; ${channels.reduce(
        (sum, { waiting }) => sum + waiting,
        0,
      )} that wait are not sent.`,
      confirmLabel: "Stop",
      action: announcementPath(id, "stop"),
    };
  if (asks === "delete" && state === "draft")
    return { question: "Delete this draft?", action: announcementPath(id, "delete") };
  return undefined;
}

function minutesText(people: number): string {
  const minutes = Math.ceil(people / peoplePerMinute);
  return minutes <= 1 ? "within a minute" : `over about ${minutes} minutes`;
}
