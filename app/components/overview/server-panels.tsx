import { countText } from "../../format.ts";
import { ageText } from "../../models/overview/age.ts";
import type { Overview } from "../../models/overview/overview.server.ts";
import { auditPath } from "../../paths/audit.ts";
import { gradingPath } from "../../paths/grading.ts";
import { verifyPath } from "../../paths/record.ts";
import { FigurePanel } from "./figure-panel.tsx";

const gigabyte = 1024 ** 3;

export function RecordPanel({ view: { check, now } }: { view: Overview }) {
  return (
    <FigurePanel
      id="record"
      title="The record"
      figure={["The tables say the same", check === null ? "Not checked yet" : check.tablesAgree ? "Yes" : "No"]}
      parts={check ? [{ label: "Checked", value: ageText(check.at, now) }] : []}
      how={check?.lines[0] ?? "The server checks its own record soon after its start, and then once a day."}
      link={[verifyPath, "Check it now"]}
    />
  );
}

/** The machine, and the feed of results. */
export function ServerPanels({ view }: { view: Overview }) {
  return (
    <>
      <Machine view={view} />
      <Feed feed={view.feed} />
    </>
  );
}

function Machine({ view: { disk, backup, now } }: { view: Overview }) {
  return (
    <FigurePanel
      id="server"
      title="Server"
      figure={["Free on the database's disk", disk ? `${(disk.free / gigabyte).toFixed(1)} GB` : "–"]}
      parts={[{ label: "Last backup", value: backup.at === null ? "None" : ageText(backup.at, now) }]}
      how={machineText(disk, backup)}
      link={[auditPath, "What changed"]}
    />
  );
}

function machineText(disk: Overview["disk"], { isOn, at }: Overview["backup"]): string {
  if (disk === null) return "The database is on a PostgreSQL server: look there for its disk and its backups.";
  if (disk.isLow) return "The disk is almost full. Free space before anything else.";
  if (!isOn) return "The program makes no backups: set BACKUP_DIR, or copy the database yourself.";
  return at === null
    ? "The first backup is on its way. It comes right after the start."
    : "The newest file in BACKUP_DIR that was finished. Copy the folder to another machine.";
}

function Feed({ feed }: Pick<Overview, "feed">) {
  const left = feed ? countText(Math.max(0, feed.monthly - feed.spent)) : "–";
  return (
    <FigurePanel
      id="feed"
      title="Feed of results"
      figure={["Credits left this month", left]}
      parts={feed ? [{ label: "Spent", value: `${countText(feed.spent)} of ${countText(feed.monthly)}` }] : []}
      how={
        feed
          ? feed.problem || "What the calls of this month cost, in UTC, of ODDS_API_MONTHLY."
          : "No feed is set up: type results on the Grade page, or set ODDS_API_KEY."
      }
      link={[gradingPath, "Results by day"]}
    />
  );
}
