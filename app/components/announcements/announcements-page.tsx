import { Link } from "@remix-run/react";
import type { PageExtras } from "../../http/page.server.ts";
import { type Announcement, audienceText } from "../../models/announcements/announcement.ts";
import type { AnnouncementsView } from "../../models/announcements/announcement-manager.server.ts";
import {
  announcementPath,
  announcementsPath,
  newAnnouncementPath,
  olderAnnouncementsPath,
} from "../../paths/announcements.ts";
import { adminPath } from "../../paths/paths.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { CardTable, Cell, Heads, Row, RowHead } from "../shared/card-table.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { Instant } from "../shared/instant.tsx";
import { NoticeAlert } from "../shared/notice.tsx";

export function AnnouncementsPage({ view }: { view: AnnouncementsView & PageExtras }) {
  const { announcements, next, notice } = view;
  return (
    <MemberFrame current={adminPath}>
      <div className="wrap page">
        <AdminTabs current={announcementsPath}>
          <Link className="btn primary" to={newAnnouncementPath}>
            New<span className="vh"> announcement</span>
          </Link>
        </AdminTabs>
        <NoticeAlert notice={notice} />
        <CardTable
          label="Announcements table"
          className="rc2 trail"
          columns={4}
          emptyText="No announcements yet. Write one to tell members what changes."
          head={<Heads texts={["Subject", "To", "State"]} numbers={["Got it"]} />}
        >
          {announcements.map((announcement) => (
            <AnnouncementRow key={announcement.id} announcement={announcement} />
          ))}
        </CardTable>
        {next !== null && (
          <p>
            <Link className="btn" to={olderAnnouncementsPath(next)}>
              Older announcements
            </Link>
          </p>
        )}
      </div>
    </MemberFrame>
  );
}

function AnnouncementRow({ announcement }: { announcement: Announcement }) {
  const { id, subject, audience, state, sent_at } = announcement;
  return (
    <Row>
      <RowHead>
        <Link className="a" to={announcementPath(id)}>
          {subject}
        </Link>
      </RowHead>
      <Cell label="To">{audienceText(audience)}</Cell>
      <Cell label="State">
        {stateNames[state]}
        {sent_at !== null && (
          <>
            {" "}
            <span className="muted">
              <Instant iso={sent_at} />
            </span>
          </>
        )}
      </Cell>
      <Cell label="Got it" num>
        {state === "draft" ? "–" : queuedText(announcement)}
      </Cell>
    </Row>
  );
}

export const stateNames = { draft: "Draft", sending: "Being sent", sent: "Sent", stopped: "Stopped" } as const;

export function queuedText({ mails, alerts }: { mails: number; alerts: number }): string {
  const people = [[mails, "email", "emails"] as const, [alerts, "alert", "alerts"] as const];
  const parts = people.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`);
  return alerts === 0 ? (parts[0] ?? "") : parts.join(", ");
}
