import { Link, useLocation } from "@remix-run/react";
import { howToCheckPath, programPath, verifyWithScriptsPath } from "../../paths/record.ts";
import type { FieldErrors } from "../../refusal.ts";
import { useFrame, useScripts } from "../shared/frame.tsx";
import type { VerifyView } from "./check-panel.tsx";
import { CheckPanel } from "./check-panel.tsx";
import type { CopyAnswer } from "./copy-panel.tsx";
import { CopyPanel } from "./copy-panel.tsx";
import { Panel, RecordFrame, RecordHead } from "./record-frame.tsx";

interface VerifyPageProps {
  view: VerifyView & { errors: FieldErrors };
  answer: CopyAnswer;
}

const limits = [
  "Tamper-evident is not tamper-proof: we could rewrite everything, but not for somebody who kept a head.",
  "The clock is this server's, unless an email, a chat or a browser kept a head.",
  "Scores are our word. Compare them with any box score.",
  "It covers what was published here, not what was never published.",
] as const;

export function VerifyPage({ view, answer }: VerifyPageProps) {
  const { search } = useLocation();
  const { site } = useFrame();
  const isSlow = !useScripts();
  return (
    <RecordFrame>
      <RecordHead title="Check the record yourself">
        <p className="lead">
          Your browser loads every entry, recomputes every hash, seal, grade and unit, and compares. It needs nothing
          from us but the list itself.
        </p>
      </RecordHead>
      <div className="pair l">
        <div className="stack">
          {isSlow && (
            <p className="alert">
              Your connection is slow or saves data, so this page came without scripts.{" "}
              <a className="a" href={verifyWithScriptsPath(search)}>
                Load the check (120 KB)
              </a>
            </p>
          )}
          <CheckPanel view={view} head={new URLSearchParams(search).get("head") ?? ""} error={view.errors.head} />
        </div>
        <div className="stack">
          <CopyPanel copied={view.copied} answer={answer} />
          <Panel id="without" title="How to check this without us">
            <p className="why">
              The same check with the same words, on your machine. Or two short programs that need nothing but Python or
              Node.
            </p>
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
            <p className="code" tabIndex={0}>{`npm run verify -- ${site.origin} --head 516:9f2c…`}</p>
            <p className="row">
              <a className="btn" href={programPath("check-record.py")} download>
                Python
              </a>
              <a className="btn" href={programPath("check-record.mjs")} download>
                Node
              </a>
              <Link className="btn quiet" to={howToCheckPath}>
                The format
              </Link>
            </p>
          </Panel>
          <section className="panel" aria-labelledby="limit">
            <h2 id="limit">The honest limit</h2>
            {limits.map((text) => (
              <p key={text} className="pre">
                {text}
              </p>
            ))}
          </section>
        </div>
      </div>
    </RecordFrame>
  );
}
