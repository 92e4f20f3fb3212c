import { Link } from "@remix-run/react";
import { formatNumber } from "../../format.ts";
import type { ManagedPick, Stream } from "../../models/picks/pick.ts";
import { loss, outcomeOf, win } from "../../models/picks/pick.ts";
import { deletePickPath, editPickPath } from "../../paths/paths.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { Result, Tag } from "./pick-parts.tsx";
import { useListPath } from "../shared/use-list-path.ts";

interface PicksTableProps {
  id: string;
  title: string;
  total: number;
  stream: Stream;
  picks: readonly ManagedPick[];
  settled: boolean;
}

/** Staff's table of picks; on a phone each row becomes a card. Resolved rows say their verdict in a column and in a tint. */
export function PicksTable({ id, title, total, stream, picks, settled }: PicksTableProps) {
  return (
    <section aria-labelledby={id}>
      <div className="head s">
        <h2 id={id}>{title}</h2>
        <p className="muted">
          {total} {total === 1 ? "pick" : "picks"}
        </p>
      </div>
      <CardTable
        label={`${title} table`}
        className="slate"
        columns={settled ? 11 : 7}
        emptyText="No picks to display."
        head={<Heads settled={settled} />}
      >
        {picks.map((pick) => (
          <PickRow key={pick.id} stream={stream} pick={pick} settled={settled} />
        ))}
      </CardTable>
    </section>
  );
}

function Heads({ settled }: { settled: boolean }) {
  return (
    <>
      {settled && <Head>Verdict</Head>}
      <Head>Pick</Head>
      <Head>Sport</Head>
      <Head>Date</Head>
      <Head num>Sim %</Head>
      <Head num>Units</Head>
      <Head>Tag</Head>
      {settled && (
        <>
          <Head>Closing line</Head>
          <Head>Beat CLV</Head>
          <Head num>Result</Head>
        </>
      )}
      <Head>
        <span className="vh">Actions</span>
      </Head>
    </>
  );
}

function PickRow({ stream, pick, settled }: { stream: Stream; pick: ManagedPick; settled: boolean }) {
  const won = outcomeOf(pick.verdict) === "win";
  const when = [pick.game_date, pick.time].filter(Boolean).join(", ");
  return (
    <Row className={settled ? (won ? "won" : "lost") : undefined}>
      {settled && <Cell label="Verdict">{won ? `${win} Win` : `${loss} Loss`}</Cell>}
      <RowHead>
        <b>{pick.pick || "–"}</b>
        <span>{pick.game}</span>
      </RowHead>
      <Cell label="Sport">{pick.sport}</Cell>
      <Cell label="Date">{when || "–"}</Cell>
      <Cell label="Sim %" num>
        {formatNumber(pick.sim_confidence) || "–"}
      </Cell>
      <Cell label="Units" num>
        {formatNumber(pick.unit_size)}
      </Cell>
      <Cell label="Tag">{settled ? pick.tag : <Tag tag={pick.tag} />}</Cell>
      {settled && <Cell label="Closing line">{pick.closing_line || "–"}</Cell>}
      {settled && <Cell label="Beat CLV">{beatText(pick.beat_clv)}</Cell>}
      {settled && (
        <Cell label="Result" num>
          <Result units={pick.units_result} />
        </Cell>
      )}
      <Cell>
        <Actions stream={stream} pick={pick} />
      </Cell>
    </Row>
  );
}

function Actions({ stream, pick }: { stream: Stream; pick: ManagedPick }) {
  const inPlace = useListPath();
  const name = <span className="vh"> {pick.pick || pick.game || `pick ${pick.id}`}</span>;
  return (
    <div className="acts">
      <Link className="btn quiet" to={inPlace(editPickPath(stream, pick.id))}>
        Edit{name}
      </Link>
      <Link className="btn quiet del" to={inPlace(deletePickPath(stream, pick.id))} preventScrollReset>
        Delete{name}
      </Link>
    </div>
  );
}

function beatText(beat: string): string {
  if (beat === "") return "–";
  return beat === win ? `${win} Yes` : `${loss} No`;
}
