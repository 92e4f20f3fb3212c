import { Link } from "@remix-run/react";
import { breakPath } from "../../paths/paths.ts";
import type { Notice } from "../../session/notice.ts";
import { NoticeAlert } from "../shared/notice.tsx";

interface BreakPanelProps {
  untilText: string | null;
  notice: Notice | null;
}

/** Stands first on the profile during a break: members are sent there from every page that is closed then. */
export function BreakPanel({ untilText, notice }: BreakPanelProps) {
  return (
    <section className="panel form" aria-labelledby="break">
      <h2 id="break">{untilText === null ? "Take a break" : `On a break until ${untilText}`}</h2>
      <NoticeAlert notice={notice} />
      <p>
        {untilText === null
          ? "No picks and no alerts, from one day up to six months."
          : "Until then you won't see picks, your card, history or lessons, and you won't get alerts. It can't be ended early."}
      </p>
      <div className="row">
        <Link className="btn" to={breakPath}>
          {untilText === null ? "Take a break" : "Make it longer, or stop billing"}
        </Link>
      </div>
    </section>
  );
}
