import { Link } from "@remix-run/react";
import type { RecordRow } from "../../models/record/pages/row-text.ts";
import { recordPath, recordPickPath } from "../../paths/record.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { NothingFound } from "../shared/list-parts.tsx";
import { ResultWord, Units } from "./figure-text.tsx";

interface RevealedTableProps {
  picks: readonly RecordRow[];
  isFiltered: boolean;
  /** The zone of the times: "ET". */
  zoneName: string;
}

export function RevealedTable({ picks, isFiltered, zoneName }: RevealedTableProps) {
  return (
    <CardTable
      label="Revealed picks table"
      columns={8}
      emptyText={
        <NothingFound
          text={isFiltered ? "No picks match." : "No picks are public yet."}
          clearTo={isFiltered ? `${recordPath}#picks` : null}
        />
      }
      head={
        <>
          <Head>Result</Head>
          <Head>Pick</Head>
          <Head>{`Published (${zoneName})`}</Head>
          <Head>Sport</Head>
          <Head num>Stake</Head>
          <Head>Closing, CLV</Head>
          <Head>Score</Head>
          <Head num>Units</Head>
        </>
      }
    >
      {picks.map((pick) => (
        <PickRow key={pick.ref} pick={pick} />
      ))}
    </CardTable>
  );
}

function PickRow({ pick }: { pick: RecordRow }) {
  const { ref, result, game, published, when, closing, clv, score, units, tags } = pick;
  return (
    <Row>
      <Cell label="Result">
        <ResultWord result={result} />
      </Cell>
      <RowHead>
        <b>
          <Link className="a" to={recordPickPath(ref)}>
            {pick.pick}
          </Link>
        </b>
        <span>{game}</span>
        {tags.length > 0 && (
          <>
            <br />
            {tags.map((tag) => (
              <span key={tag} className="tag">
                {tag}
              </span>
            ))}
          </>
        )}
      </RowHead>
      <Cell label="Published" className="wide2">
        {published}
        {when && (
          <>
            <br />
            <span className="muted">{when}</span>
          </>
        )}
      </Cell>
      <Cell label="Sport">{pick.sport}</Cell>
      <Cell label="Stake" num>
        {pick.stake || "–"}
      </Cell>
      <Cell label="Closing">
        {closing || <span className="muted">not recorded</span>} {clv && <span className="muted nw">{clv}</span>}
      </Cell>
      <Cell label="Score" className="nw">
        {score || "–"}
      </Cell>
      <Cell label="Units" num>
        {units === "" ? <span className="muted">–</span> : <Units text={units} />}
      </Cell>
    </Row>
  );
}
