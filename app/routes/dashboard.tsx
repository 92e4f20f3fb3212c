import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData } from "@remix-run/react";
import { MemberFrame } from "../components/shared/frame.tsx";
import { ConfirmEmailNotice, NoticeAlert } from "../components/shared/notice.tsx";
import { OpenPicks } from "../components/picks/open-picks.tsx";
import { SidePanels } from "../components/picks/side-panels.tsx";
import { loadOrLastData, useListRefresh } from "../components/picks/use-refreshed.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, submitSave } from "../http/save-pick.server.ts";
import { refreshMs } from "../time/durations.ts";
import { readTodaysPicksPage } from "../models/picks/open-picks.server.ts";
import { dashboardPath, openListChoices, versionPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Today's Picks");
export const handle: PageHandle = { reloads: true, cached: "by address" };
export const loader = (args: LoaderFunctionArgs) =>
  page(args, readTodaysPicksPage, "member", { remembers: openListChoices });
export const clientLoader = (args: ClientLoaderFunctionArgs) => loadOrLastData(args);
export const action = (args: ActionFunctionArgs) => submitSave(args, "regular");

export default function TodaysPicks() {
  const { sidebar, notice, ...list } = useListRefresh<typeof loader>(refreshMs, versionPath("regular"));
  const failure = useActionData<typeof action>();
  return (
    <MemberFrame current={dashboardPath}>
      <OpenPicks
        title="Today's Picks"
        emptyText="No picks available in the last 24 hours."
        stream="regular"
        {...list}
        notice={
          <>
            <ConfirmEmailNotice />
            <NoticeAlert notice={notice} problem={failure?.message} />
          </>
        }
      >
        <SidePanels sidebar={sidebar} />
      </OpenPicks>
    </MemberFrame>
  );
}
