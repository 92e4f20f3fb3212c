import { Link } from "@remix-run/react";
import { landing } from "../../content.ts";
import type { SettledTicket as Ticket } from "../../models/record/live-record.server.ts";
import { pricingPath } from "../../paths/paths.ts";
import type { Notice } from "../../session/notice.ts";
import { NoticeAlert } from "../shared/notice.tsx";
import { Cost } from "./landing-sections.tsx";
import { SampleTicket } from "./sample-ticket.tsx";
import { SettledTicket } from "./settled-ticket.tsx";

export function LandingHero({ notice, ticket }: { notice: Notice | null; ticket: Ticket | null }) {
  return (
    <div className="glow">
      <div className="wrap hero">
        <div>
          <NoticeAlert notice={notice} />
          <p className="eyebrow">{landing.eyebrow}</p>
          <h1>
            <Headline />
          </h1>
          <p className="lead">{landing.lead}</p>
          <div className="row">
            <Link className="btn primary big" to={pricingPath}>
              Subscribe Now
            </Link>
            <Link className="btn big" to="#results">
              View Sports Stats
            </Link>
          </div>
          <Cost />
          <ul className="tiles">
            {landing.tiles.map(({ label, figure }) => (
              <li key={label}>
                <b>{figure}</b> {label}
              </li>
            ))}
          </ul>
        </div>
        {ticket ? <SettledTicket ticket={ticket} /> : <SampleTicket />}
      </div>
    </div>
  );
}

// The span keeps "AI-Generated" on one line: browsers would break it after the hyphen.
function Headline() {
  const [before, word, after] = landing.headline.split(/(\S+-\S+)/);
  return (
    <>
      {before}
      <span>{word}</span>
      {after}
    </>
  );
}
