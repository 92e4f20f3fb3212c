import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { MemberFrame } from "../components/shared/frame.tsx";
import { JumpList, LearnText } from "../components/content/learn-text.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { page, refuseForm } from "../http/form.server.ts";
import { readLearnPage } from "../models/content/learn.server.ts";
import { learnTabPaths } from "../paths/learn.ts";
import { learnPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

const tabs = [
  { kind: "glossary", label: "Glossary" },
  { kind: "tip", label: "Bankroll Tips" },
] as const;

export const meta = () => titled("Learn the System");
export const handle: PageHandle = { cached: "by address" };
export const loader = (args: LoaderFunctionArgs) => page(args, readLearnPage);
export const action = () => refuseForm();

export default function Learn() {
  const { kind, groups } = useLoaderData<typeof loader>();
  return (
    <MemberFrame current={learnPath}>
      <div className="wrap page">
        <div className="head">
          <h1>Learn the System</h1>
        </div>
        <nav className="tabs" aria-label="Learn">
          {tabs.map((tab) => (
            <Link key={tab.kind} to={learnTabPaths[tab.kind]} aria-current={tab.kind === kind ? "page" : undefined}>
              {tab.label}
            </Link>
          ))}
        </nav>
        <div className="stack">
          <JumpList kind={kind} groups={groups} />
          <LearnText kind={kind} groups={groups} className="panel prose two" />
        </div>
      </div>
    </MemberFrame>
  );
}
