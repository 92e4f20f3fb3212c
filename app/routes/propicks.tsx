import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData } from "@remix-run/react";
import { MemberFrame } from "../components/shared/frame.tsx";
import { NoticeAlert } from "../components/shared/notice.tsx";
import { OpenPicks } from "../components/picks/open-picks.tsx";
import { SidePanel } from "../components/picks/side-panels.tsx";
import { loadOrLastData, useListRefresh } from "../components/picks/use-refreshed.ts";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, submitSave } from "../http/save-pick.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";
import { refreshMs } from "../time/durations.ts";
import { openListChoices, openPicksPath, versionPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Pro Picks");
export const handle: PageHandle = { reloads: true, cached: "by address" };
export const loader = (args: LoaderFunctionArgs) =>
  page(args, proPicks.listOpenPicks, "member", { remembers: openListChoices });
export const clientLoader = (args: ClientLoaderFunctionArgs) => loadOrLastData(args);
export const action = (args: ActionFunctionArgs) => submitSave(args, "pro");

export default function ProPicks() {
  const { notice, ...list } = useListRefresh<typeof loader>(refreshMs, versionPath("pro"));
  const failure = useActionData<typeof action>();
  return (
    <MemberFrame current={openPicksPath("pro")}>
      <OpenPicks
        title="Pro Picks"
        emptyText="No pro picks available right now."
        stream="pro"
        {...list}
        notice={<NoticeAlert notice={notice} problem={failure?.message} />}
      >
        <aside className="stack" aria-label="AI Insights">
          <SidePanel title="AI Insights" text="Pro-level betting edges updated daily." />
        </aside>
      </OpenPicks>
    </MemberFrame>
  );
}
