import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MemberFrame } from "../components/frame.tsx";
import { NoticeAlert, noticeIcons } from "../components/notice.tsx";
import { OpenPicks } from "../components/open-picks.tsx";
import { pickIcons } from "../components/pick-card.tsx";
import { SidePanel } from "../components/side-panels.tsx";
import { useRefresh } from "../components/use-refresh.ts";
import { page } from "../http.server.ts";
import { proPicks } from "../models/pick.server.ts";
import { refreshMs } from "../models/pick.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Pro Picks");
export const handle = { refreshSeconds: refreshMs / 1000 };
export const loader = (args: LoaderFunctionArgs) => page(args, proPicks.listOpenPicks);

export default function ProPicks() {
  const { picks, notice } = useLoaderData<typeof loader>();
  useRefresh(refreshMs);
  return (
    <MemberFrame current="/propicks" icons={[...noticeIcons, ...pickIcons(picks)]}>
      <OpenPicks title="Pro Picks" emptyText="No pro picks available right now." picks={picks} isPro notice={<NoticeAlert notice={notice} />}>
        <aside className="stack" aria-label="AI Insights"><SidePanel title="AI Insights" text="Pro-level betting edges updated daily." /></aside>
      </OpenPicks>
    </MemberFrame>
  );
}
