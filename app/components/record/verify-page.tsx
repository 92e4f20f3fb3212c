import { Link, useLocation } from "@remix-run/react";
import { howToCheckPath, programPath, verifyWithScriptsPath } from "../../paths/record.ts";
import { useScripts, useFrame } from "../shared/use-frame.tsx";
import { type VerifyView, CheckPanel } from "./check-panel.tsx";
import { CopyPanel } from "./copy-panel.tsx";
import { Panel, RecordFrame, RecordHead } from "./record-frame.tsx";

const limits = [
  "Tamper-evident is not tamper-proof: we could rewrite everything, but not for somebody who kept a head.",
  "The clock is this server's, unless an email, a chat or a browser kept a head.",
  "Scores and start times are our word. Compare them with any box score: the record says how long before its start each pick was sealed.",
  "It covers what was published here, not what was never published.",
] as const;

export function VerifyPage({ view }: { view: VerifyView }) {
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
          <CheckPanel view={view} head={new URLSearchParams(search).get("head") ?? ""} />
        </div>
        <div className="stack">
          {!isSlow && <CopyPanel />}
          <Panel id="without" title="How to check this without us">
            <p className="why">
              The same check with the same words, on your machine. Or one short program that needs nothing but Python,
              and says what it leaves out.
            </p>
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
            <p className="code" tabIndex={0}>{`npm run verify -- ${site.origin} --head 516:9f2c…`}</p>
            <p className="row">
              <a className="btn" href={programPath} download>
                The program
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
