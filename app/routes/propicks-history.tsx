import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { optionsOf } from "../components/forms/field.tsx";
import { MemberFrame } from "../components/shared/frame.tsx";
import { HistoryList } from "../components/history/history-list.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";
import { proHistoryFilterSports } from "../models/bets/sports.ts";
import { titled } from "../site.ts";

const dates = [{ name: "date", label: "Date" }] as const;
const sports = optionsOf(["All", ...proHistoryFilterSports]);

export const meta = () => titled("Pro Pick History");
export const handle: PageHandle = {
  cached: "by address",
};
export const loader = (args: LoaderFunctionArgs) => page(args, proPicks.listSettledPicks);
export const action = () => refuseForm();

export default function ProPickHistory() {
  const history = useLoaderData<typeof loader>();
  return (
    <MemberFrame current="/propicks-history">
      <HistoryList
        title="Pro Pick History"
        stream="pro"
        emptyText="No pro picks found."
        history={history}
        errors={history.errors}
        sports={sports}
        dates={dates}
        resetDate={history.today}
        short
      />
    </MemberFrame>
  );
}
