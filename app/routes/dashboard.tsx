import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MemberFrame } from "../components/frame.tsx";
import { NoticeAlert, noticeIcons } from "../components/notice.tsx";
import { OpenPicks } from "../components/open-picks.tsx";
import { pickIcons } from "../components/pick-card.tsx";
import { SidePanels } from "../components/side-panels.tsx";
import { useRefresh } from "../components/use-refresh.ts";
import { page } from "../http.server.ts";
import { refreshMs } from "../models/pick.ts";
import { openTodaysPicks } from "../models/todays-picks.server.ts";
import { dashboardPath } from "../paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Today's Picks");
export const handle = { refreshSeconds: refreshMs / 1000 };
export const loader = (args: LoaderFunctionArgs) => page(args, openTodaysPicks);

export default function TodaysPicks() {
  const { picks, sidebar, notice } = useLoaderData<typeof loader>();
  useRefresh(refreshMs);
  return (
    <MemberFrame current={dashboardPath} icons={[...noticeIcons, ...pickIcons(picks)]}>
      <OpenPicks title="Today's Picks" emptyText="No picks available in the last 24 hours." picks={picks} notice={<NoticeAlert notice={notice} />}>
        <SidePanels sidebar={sidebar} />
      </OpenPicks>
    </MemberFrame>
  );
}
