import { Link, useLocation } from "@remix-run/react";
import { howToCheckPath, verifyWithScriptsPath } from "../../paths/record.ts";
import { useScripts, useFrame } from "../shared/use-frame.tsx";
import { type VerifyView, CheckPanel } from "./check-panel.tsx";
import { CopyPanel } from "./copy-panel.tsx";
import { limits, Panel, RecordFrame, RecordHead } from "./record-frame.tsx";

export function VerifyPage({ view }: { view: VerifyView }) {
  const { search } = useLocation();
  const { site } = useFrame();
  const isSlow = !useScripts();
  return (
    <RecordFrame>
      <RecordHead title="Check the record yourself">
        <p className="lead">
          Your browser loads the whole list and checks every entry: its seal, its result and its units. It needs nothing
          from us but the list.
        </p>
      </RecordHead>
      <div className="pair l">
        <div className="stack">
          {isSlow && (
            <p className="alert">
              Your connection is slow or saves data, so this page loaded without scripts.{" "}
              <a className="a" href={verifyWithScriptsPath(search)}>
                Load the check (120 KB)
              </a>
            </p>
          )}
          <CheckPanel view={view} head={new URLSearchParams(search).get("head") ?? ""} />
        </div>
        <div className="stack">
          {!isSlow && <CopyPanel />}
          <Panel id="without" title="On your own computer">
            <p className="why">The same check, or one short program that needs only Python and none of our code.</p>
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
            <p className="code" tabIndex={0}>{`npm run verify -- ${site.origin} --head 516:9f2c…`}</p>
            <p className="row">
              <Link className="btn" to={howToCheckPath}>
                How to check
              </Link>
            </p>
          </Panel>
          <section className="panel" aria-labelledby="limit">
            <h2 id="limit">What it can&apos;t show</h2>
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
