import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MemberFrame } from "../components/shared/frame.tsx";
import { HistoryList, sportOptions } from "../components/history/history-list.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { regularPicks } from "../models/picks/pick.server.ts";
import { historyFilterSports } from "../models/bets/sports.ts";
import { titled } from "../site.ts";

const dates = [
  { name: "start", label: "Start date" },
  { name: "end", label: "End date" },
] as const;

export const meta = () => titled("Pick History");
export const handle: PageHandle = {
  cached: "by address",
};
export const loader = (args: LoaderFunctionArgs) => page(args, regularPicks.listSettledPicks);
export const action = () => refuseForm();

export default function PickHistory() {
  const history = useLoaderData<typeof loader>();
  const sports = sportOptions(historyFilterSports, history.sports);
  return (
    <MemberFrame current="/history">
      <HistoryList
        title="Pick History"
        stream="regular"
        emptyText="No picks found."
        history={history}
        errors={history.errors}
        sports={sports}
        dates={dates}
      />
    </MemberFrame>
  );
}
