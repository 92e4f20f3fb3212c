import { Link } from "@remix-run/react";
import { landing, pricing } from "../../content.ts";
import type { LastVerdicts } from "../../models/record/live-record.server.ts";
import type { SampleVerdict } from "../../models/site/text-rows.ts";
import { freePickPath } from "../../paths/free-pick.ts";
import { recordPath } from "../../paths/record.ts";
import { Units } from "../record/figure-text.tsx";
import { VerdictStrip } from "./verdict-strip.tsx";

interface VerdictsProps {
  record: LastVerdicts | null;
  samples: readonly SampleVerdict[];
}

/** The record in one line and its last verdicts; samples until there is one. */
export function Verdicts({ record, samples }: VerdictsProps) {
  return (
    <div className="stack">
      {record && (
        <div>
          <p className="sums">
            <b>{record.record}</b> <Units text={record.units} />
          </p>
          <p className="muted">{`Won, lost, pushed, and units, since ${record.since}.`}</p>
        </div>
      )}
      {(record?.verdicts ?? samples).map((verdict, index) => (
        <VerdictStrip key={index} verdict={verdict} />
      ))}
      <p className="muted">{`${record ? "Our last three verdicts." : "Sample verdicts."} ${pricing.verdictsNote}`}</p>
      <p className="row">
        {record && (
          <Link className="a" to={recordPath}>
            {landing.recordLink}
          </Link>
        )}
        <Link className="a" to={freePickPath}>
          See the free pick
        </Link>
      </p>
    </div>
  );
}
