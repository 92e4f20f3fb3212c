import type { SerializeFrom } from "@remix-run/node";
import { Link, useLocation } from "@remix-run/react";
import { countText } from "../../format.ts";
import type { readRecordPage } from "../../models/record/record-pages.server.ts";
import { streamSentence } from "../../models/record/pages/stream-sentences.ts";
import { howToCheckPath, recordFeedPath, recordFileOf, sealedPath, verifyPath } from "../../paths/record.ts";
import type { FieldErrors } from "../../refusal.ts";
import { Pager } from "../shared/pager.tsx";
import { opens } from "../shared/popover.ts";
import { SummaryPanel } from "./summary-panel.tsx";
import { RecordFilters } from "./record-filters.tsx";
import { limits, RecordFrame } from "./record-frame.tsx";
import { RecordPlots } from "./record-plots.tsx";
import { RecordSplit } from "./record-split.tsx";
import { RecordTallies } from "./record-tallies.tsx";
import { RevealedTable } from "./revealed-table.tsx";
import { SealedTable, sealedText } from "./sealed-table.tsx";

type RecordView = SerializeFrom<Awaited<ReturnType<typeof readRecordPage>>> & { errors: FieldErrors };

export function RecordPage({ record }: { record: RecordView }) {
  const { summary, sealed } = record;
  const { search } = useLocation();
  return (
    <RecordFrame>
      <div>
        <div className="head">
          <h1>The record</h1>
          <p className="row">
            <Link className="btn" to={verifyPath}>
              Check it in this browser
            </Link>
            <a className="btn" href={recordFileOf("")} download>
              CSV
            </a>
            <a className="btn" href={recordFeedPath}>
              Feed
            </a>
          </p>
        </div>
        <p className="muted">
          {record.since === "" ? "Every pick from the first one on. " : `Every pick since ${record.since}. `}
          Each is sealed before its game starts and stays here, won or lost. If anyone edits the list, including us, you
          can tell.
        </p>
        <SummaryPanel summary={summary} />
      </div>
      <RecordPlots
        curves={record.curves}
        periods={record.periods}
        calibration={record.calibration}
        decided={summary.wins + summary.losses}
      />
      <section id="picks" aria-labelledby="revealed">
        <div className="head s">
          <h2 id="revealed">The picks</h2>
          <p className="muted">{picksText(record, streamSentence(new URLSearchParams(search).get("stream")))}</p>
        </div>
        <div className="toggles">
          <button className={record.isFiltered ? "btn on" : "btn"} type="button" {...opens("search")}>
            🔍 Search
          </button>
          <a className="btn" href={recordFileOf(search)} download>
            CSV
          </a>
        </div>
        <div className="stack">
          <RecordFilters errors={record.errors} />
          <RevealedTable picks={record.picks} isFiltered={record.isFiltered} zoneName={record.zoneName} />
          <Pager page={record.page} pages={record.pages} anchor="#picks" />
        </div>
      </section>
      {sealed.total > 0 && (
        <details className="panel unfold">
          <summary id="sealed">{sealedText(sealed.total)}</summary>
          <div className="stack">
            <p className="muted">Until then nobody can read them here, and any change would show.</p>
            <SealedTable rows={sealed.rows} />
            <p className="muted">
              {`The newest ${sealed.rows.length}, with the first 16 digits of their seals. `}
              <Link className="a" to={sealedPath}>
                All of them, with whole seals
              </Link>
            </p>
          </div>
        </details>
      )}
      <RecordSplit split={record.split} />
      <RecordTallies all={record.all} exceptions={record.exceptions} />
      <section className="panel" aria-labelledby="limits">
        <h2 id="limits">What this can and can&apos;t show</h2>
        <p className="pre">
          {`${limits.join(" ")} `}
          <Link className="a" to={howToCheckPath}>
            How to check
          </Link>
        </p>
      </section>
    </RecordFrame>
  );
}

function picksText({ total, isFiltered }: Pick<RecordView, "total" | "isFiltered">, stream: string): string {
  const picks = `${countText(total)} ${total === 1 ? "pick" : "picks"}`;
  if (!isFiltered) return `${picks}, newest first`;
  return stream === "" ? `${picks} of these, newest first` : `${picks} of these, newest first. ${stream}`;
}
