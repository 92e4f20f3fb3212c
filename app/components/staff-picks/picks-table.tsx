import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { formatResult } from "../../format.ts";
import type { Stream } from "../../models/bets/stream.ts";
import type { ResolvedRow, StaffRow } from "../../models/picks/staff-row.ts";
import { copyPickPath, deletePickPath, editPickPath, pickRowId, picksFilePath } from "../../paths/paths.ts";
import { CardTable, Cell, Head, Row, RowHead } from "../shared/card-table.tsx";
import { MoreActions } from "../shared/fold.tsx";
import { NothingFound, useListPath } from "../shared/list-parts.tsx";

interface PicksTableProps {
  id: string;
  title: string;
  total: number;
  stream: Stream;
  picks: readonly (StaffRow | ResolvedRow)[];
  settled: boolean;
  /** A box for each pick. */
  box?: (id: number) => ReactNode;
  /** Whether rows can be duplicated. */
  copies?: boolean;
  /** The pick in the form. */
  editing?: number | undefined;
  /** The whole list, when this is a part of it. */
  clearTo?: string | null;
  /** Above the table. */
  children?: ReactNode;
}

const tints: Readonly<Record<string, string>> = { "✅ Win": "won", "❌ Loss": "lost" };

/** Staff's table of picks; on a phone each row becomes a card. Resolved rows say their verdict in a word and in a tint. */
export function PicksTable({ id, title, total, picks, box, clearTo = null, children, ...row }: PicksTableProps) {
  const { search } = useLocation();
  const { stream, settled } = row;
  return (
    <section aria-labelledby={id}>
      <div className="head s">
        <h2 id={id}>{title}</h2>
        <p className="muted">{`${total} ${total === 1 ? "pick" : "picks"}`}</p>
        {!box && (
          <a className="a" href={picksFilePath(stream, settled ? "resolved" : "open", search)}>
            CSV<span className="vh">{` of ${title}`}</span>
          </a>
        )}
      </div>
      {children}
      <CardTable
        label={`${title} table`}
        className="slate"
        columns={settled ? 7 : 6}
        emptyText={<NothingFound text="No picks to display." clearTo={clearTo} />}
        head={<Heads settled={settled} />}
      >
        {picks.map((pick) => (
          <PickRow key={pick.id} pick={pick} box={box?.(pick.id)} {...row} />
        ))}
      </CardTable>
    </section>
  );
}

function Heads({ settled }: { settled: boolean }) {
  return (
    <>
      <Head>Pick</Head>
      <Head>Sport</Head>
      <Head>{settled ? "Date" : "Start"}</Head>
      <Head num>Sim %</Head>
      <Head num>Units</Head>
      {settled && <Head num>Result</Head>}
      <Head>
        <span className="vh">Actions</span>
      </Head>
    </>
  );
}

interface PickRowProps extends Pick<PicksTableProps, "stream" | "settled" | "copies" | "editing"> {
  pick: StaffRow | ResolvedRow;
  box: ReactNode;
}

function PickRow({ stream, pick, settled, box, copies, editing }: PickRowProps) {
  const resolved = "verdict" in pick ? pick : null;
  const isEdited = pick.id === editing;
  const classes = [tints[resolved?.verdict ?? ""], isEdited && "cur"].filter(Boolean).join(" ");
  const name = (
    <b>
      {pick.pick || "–"}
      {isEdited && (
        <>
          {" "}
          <span className="tag">Editing</span>
        </>
      )}
    </b>
  );
  return (
    <Row id={pickRowId(pick.id)} className={classes || undefined}>
      <RowHead>
        {box ? (
          <label className="check">
            {box}
            {name}
          </label>
        ) : (
          name
        )}
        <span>{pick.game}</span>
        <span>{pick.details}</span>
      </RowHead>
      <Cell label="Sport">{pick.sport}</Cell>
      <Cell label={settled ? "Date" : "Start"} className={settled ? undefined : "wide2"}>
        {pick.when}
      </Cell>
      <Cell label="Sim %" num>
        {pick.confidence}
      </Cell>
      <Cell label="Units" num>
        {pick.units}
      </Cell>
      {resolved && (
        <Cell label="Result" num className="wide2">
          {`${resolved.verdict} `}
          <span className={(resolved.units_result ?? 0) >= 0 ? "u p" : "u n"}>
            {formatResult(resolved.units_result)}
          </span>
        </Cell>
      )}
      <Cell>
        <Actions stream={stream} pick={pick} copies={copies} />
      </Cell>
    </Row>
  );
}

function Actions({ stream, pick, copies }: Pick<PickRowProps, "stream" | "pick" | "copies">) {
  const inPlace = useListPath();
  const name = <span className="vh">{` ${pick.pick || pick.game || `pick ${pick.id}`}`}</span>;
  return (
    <div className="acts">
      <Link className="btn quiet" to={inPlace(editPickPath(stream, pick.id))}>
        Edit{name}
      </Link>
      <MoreActions name={name}>
        {copies && (
          <Link className="btn quiet" to={copyPickPath(stream, pick.id)}>
            Duplicate{name}
          </Link>
        )}
        <Link className="btn quiet del" to={inPlace(deletePickPath(stream, pick.id))} preventScrollReset>
          Delete{name}
        </Link>
      </MoreActions>
    </div>
  );
}
