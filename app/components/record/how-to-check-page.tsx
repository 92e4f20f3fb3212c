import { Link } from "@remix-run/react";
import type { SerializeFrom } from "@remix-run/node";
import { countText } from "../../format.ts";
import type { readHowToCheckPage } from "../../models/record/how-to-check.server.ts";
import { ledgerPath, programPath, verifyPath } from "../../paths/record.ts";
import { formatInstant } from "../../time/instant-text.ts";
import { useFrame } from "../shared/use-frame.tsx";
import { limits, Panel, RecordFrame, RecordHead } from "./record-frame.tsx";

/** The format of the ledger, to write a program of one's own. */
const formatPath = "/check/record-format.md";

type HowToCheckView = SerializeFrom<Awaited<ReturnType<typeof readHowToCheckPage>>>;

/** For visitors who trust none of our programs: a short one to read, and the format to write their own. */
export function HowToCheckPage({ view: { program, head } }: { view: HowToCheckView }) {
  const { site } = useFrame();
  return (
    <RecordFrame>
      <RecordHead title="How to check the record">
        <p className="lead">
          Before a game starts, we publish a seal of each pick: a code that fits only that pick. When the game starts,
          the pick becomes public, and anyone can see that it fits. Each entry of the list also has a code that depends
          on the entry before it, so a change to any of them changes the last one: the fingerprint. Save it, or find it
          at the end of our emails about picks, and any later change will show.
        </p>
        <p className="row">
          <Link className="btn primary" to={verifyPath}>
            Check it in this browser
          </Link>
          <a className="btn" href={formatPath} download>
            Download the format
          </a>
        </p>
      </RecordHead>
      <Panel id="head" title="The fingerprint now">
        <p>
          <code className="hash">{`${head.seq}:${head.hash}`}</code>
        </p>
        <p className="pre">
          {`Entry ${countText(head.seq)}, ${formatInstant(head.at, site.zone)}. `}
          <a className="a" href={ledgerPath}>
            The list as JSON
          </a>
        </p>
      </Panel>
      <Panel id="program" title="One short program">
        <p className="pre">
          It needs only Python 3.9. Give it this site&apos;s address and, if you have one, a fingerprint you saved, with
          its time. It exits with 1 if something is wrong, and says what it does not check. The format tells you how to
          write your own.
        </p>
        <p className="row">
          <a className="btn" href={programPath} download>
            Download the program
          </a>
        </p>
        <details className="unfold">
          <summary>check-record.py</summary>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <pre className="code" tabIndex={0}>
            {program}
          </pre>
        </details>
      </Panel>
      <Panel id="limits" title="What a check can and can't show">
        <p className="pre">{limits.join(" ")}</p>
      </Panel>
    </RecordFrame>
  );
}
