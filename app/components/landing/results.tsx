import { Link } from "@remix-run/react";
import { landing } from "../../content.ts";
import { pricingPath } from "../../paths/paths.ts";
import type { LiveRecord } from "../../models/record/live-record.server.ts";
import type { SampleResult } from "../../models/site/text-rows.ts";
import { CardTable, Cell, Head, Row } from "../shared/card-table.tsx";
import { LandingSection } from "./landing-sections.tsx";
import { LiveResults } from "./live-record.tsx";

const columns = ["Sport", "Game", "Result", "AI Pick", "Date"] as const;

/** The real results, once there are enough, and the samples. */
export function Results({ record, samples }: { record: LiveRecord | null; samples: readonly SampleResult[] }) {
  return (
    <LandingSection id="sr" anchor="results" title={landing.resultsTitle} className="wrap sec" large>
      <div className="stack gap">
        {record && <LiveResults record={record} />}
        <CardTable
          label="Sample results table"
          className="rc2"
          columns={columns.length}
          emptyText=""
          head={columns.map((column) => (
            <Head key={column}>{column}</Head>
          ))}
        >
          {samples.map(({ sport, game, won, pick, date }) => (
            <Row key={game}>
              <Cell label="Sport">{sport}</Cell>
              <Cell label="Game" className="full">
                <b>{game}</b> <span>Sample</span>
              </Cell>
              <Cell label="Result">
                <span className={`wl ${won ? "win" : "loss"}`}>{won ? "WON" : "LOST"}</span>
              </Cell>
              <Cell label="AI Pick">{pick}</Cell>
              <Cell label="Date">{date}</Cell>
            </Row>
          ))}
        </CardTable>
      </div>
      <p className="legend">
        {landing.legend.map(({ sign, meaning }) => (
          <span key={sign}>
            <b>{sign}</b>
            {` = ${meaning}`}
          </span>
        ))}
      </p>
      <p className="row cost">
        <Link className="btn primary big" to={pricingPath}>
          Subscribe Now
        </Link>
      </p>
    </LandingSection>
  );
}
