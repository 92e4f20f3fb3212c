import { cardSortOrders } from "../../models/history/history.ts";
import { cardFilterSports } from "../../models/bets/sports.ts";
import type { OwnCard } from "../../models/card/saved-pick.server.ts";
import type { FieldErrors } from "../../refusal.ts";
import { HistoryFilterState } from "./filter-state.tsx";
import { HistoryResults, sportOptions } from "./history-list.tsx";

type CardResultsProps = Pick<OwnCard, "stream" | "late"> & {
  history: NonNullable<OwnCard["history"]>;
  errors: FieldErrors;
};

const dates = [
  { name: "start", label: "Start date" },
  { name: "end", label: "End date" },
] as const;

export function CardResults({ stream, history, late, errors }: CardResultsProps) {
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
        short
      />
    </>
  );
}
