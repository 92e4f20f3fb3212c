import { cardSortOrders } from "../../models/history/history.ts";
import { cardFilterSports } from "../../models/bets/sports.ts";
import type { OwnCard } from "../../models/card/saved-pick.server.ts";
import type { FieldErrors } from "../../refusal.ts";
import { HistoryFilterState } from "./filter-state.tsx";
import { OwnTotalsPanel } from "../card/own-totals.tsx";
import { HistoryResults, sportOptions } from "./history-list.tsx";

type CardResultsProps = Pick<OwnCard, "stream" | "late" | "own"> & {
  history: NonNullable<OwnCard["history"]>;
  errors: FieldErrors;
};

const dates = [
  { name: "start", label: "Start date" },
  { name: "end", label: "End date" },
] as const;

export function CardResults({ stream, history, own, late, errors }: CardResultsProps) {
  return (
    <>
      <HistoryFilterState history={history} errors={errors} dates={dates} />
      <HistoryResults
        stream={stream}
        emptyText={`No results yet for ${stream} picks.`}
        history={history}
        errors={errors}
        sports={sportOptions(cardFilterSports, history.sports)}
        orders={cardSortOrders}
        dates={dates}
        hiddenFields={{ tab: "results", stream: stream === "pro" ? stream : "" }}
        late={late}
        lead={<OwnTotalsPanel totals={own} />}
        short
      />
    </>
  );
}
