import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { MemberFrame } from "../components/shared/frame.tsx";
import { LearnText } from "../components/content/learn-text.tsx";
import type { PageHandle } from "../documents/page-handle.ts";
import { refuseForm } from "../doors/form.server.ts";
import { page } from "../doors/page.server.ts";
import { openLearn } from "../models/content/learn.server.ts";
import { learnPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

const tabs = [
  { kind: "glossary", to: learnPath, label: "Glossary" },
  { kind: "tip", to: `${learnPath}?tab=tips`, label: "Bankroll Tips" },
] as const;

export const meta = () => titled("Learn the System");
export const handle: PageHandle = { styles: ["lists"], cached: true };
export const loader = (args: LoaderFunctionArgs) => page(args, openLearn);
export const action = () => refuseForm();

export default function Learn() {
  const { kind, html } = useLoaderData<typeof loader>();
  return (
    <MemberFrame current={learnPath}>
      <div className="wrap page">
        <div className="head">
          <h1>Learn the System</h1>
        </div>
        <nav className="tabs" aria-label="Learn">
          {tabs.map((tab) => (
            <Link key={tab.kind} to={tab.to} aria-current={tab.kind === kind ? "page" : undefined}>
              {tab.label}
            </Link>
          ))}
        </nav>
        <LearnText kind={kind} html={html} className="panel prose two" />
      </div>
    </MemberFrame>
  );
}
