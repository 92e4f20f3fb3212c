import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { programPath, recordPath } from "../../paths/record.ts";
import { RecordFrame } from "./record-frame.tsx";

const types: readonly (readonly [type: string, when: string, adds: string])[] = [
  ["begin", "the first entry, and only it; its ref is empty", "zone, format: “1”"],
  ["import", "a pick from before the ledger; only after begin and its like", "digest"],
  ["publish", "a pick is published", "digest, reveal_by"],
  ["amend", "a sealed field changes before the start", "digest, reveal_by"],
  ["withdraw", "the pick is deleted", "nothing"],
  [
    "settle",
    "a verdict is set the first time",
    "outcome (win, loss, push, void), by (rule, hand); where known units, away_score, home_score, closing_line, closing_odds",
  ],
  [
    "correct",
    "something changes after the start or after the verdict",
    "changes (field → [old, new], “” for unknown), reason unless only blanks are filled, and a settle's fields when it has a verdict",
  ],
  ["restore", "the server began again from a backup; its ref is empty", "from, lost (SEQ:HASH) if known"],
];

/** What somebody needs who trusts no program of ours: two short ones, and the format for one of their own. */
export function HowToCheckPage({ programs }: { programs: readonly { name: string; text: string }[] }) {
  return (
    <RecordFrame>
      <div>
        <p>
          <Link className="a" to={recordPath}>
            The record
          </Link>
        </p>
        <div className="head">
          <h1>How to check this without us</h1>
        </div>
        <p className="muted">
          A check shows whether the list is the one that was written, not whether its clock and its scores are right:
          both are our word. Whoever keeps a head (entry and hash) sees later whether anything before it was rewritten.
        </p>
      </div>
      <Part id="programs" title="Two short programs">
        <p className="pre">
          They need nothing but Python or Node. Give them this site&apos;s address, and a head that you kept if you have
          one. They end with 1 when something is wrong.
        </p>
        {programs.map(({ name, text }) => (
          <details key={name} className="unfold">
            <summary>{name}</summary>
            <p>
              <a className="a" href={programPath(name)} download>
                {`Download ${name}`}
              </a>
            </p>
            {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
            <pre className="code" tabIndex={0}>
              {text}
            </pre>
          </details>
        ))}
      </Part>
      <Part id="read" title="Reading it">
        <p className="pre">
          GET /api/record/ledger?after=0&amp;limit=500 gives {"{"}head: {"{"}seq, hash, at{"}"}, entries: […]{"}"}. Ask
          again after the last seq until you have head.seq entries. Each entry has its own fields, its hash, and reveal:
          null, or {"{"}salt, content{"}"} once the pick is public. At most 120 calls a minute.
        </p>
      </Part>
      <Part id="hash" title="Hashes and seals">
        <ol className="steps-of-check">
          <li>
            Canonical JSON: keys sorted by code unit, also nested ones; no blanks; UTF-8. Quotation mark, backslash and
            control characters are escaped in JSON&apos;s short forms, else as \u00xx in lower case; nothing else is.
            Only seq, pick_id, version, odds, closing_odds, from and v are numbers. A key that is unknown is absent.
          </li>
          <li>
            hash = SHA-256, in hex, of the hash of the entry before it, a line feed, and the canonical JSON of the entry
            without hash and reveal. Before the first entry it is 64 zeros.
          </li>
          <li>digest = SHA-256, in hex, of the salt, a line feed, and the canonical JSON of the content.</li>
          <li>
            seq counts from 1 without a gap. at is UTC with milliseconds and is never earlier than that of the entry
            before. ref is stream:pick:version.
          </li>
        </ol>
        <p className="pre">An entry to try your program with, the first of another record:</p>
        <p className="code">
          {'{"at":"2026-01-01T00:00:00.000Z","format":"1","ref":"","seq":1,"type":"begin","zone":"America/New_York"}'}
          {"\n→ cecebdeed9f69188cf0ad8de5147455ef09c6febc90cbe55c0275b2ca5bc37f2"}
        </p>
      </Part>
      <Part id="types" title="What entries have">
        <p className="pre">Each has at, seq, type, ref, and:</p>
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Type</th>
                <th scope="col">When</th>
                <th scope="col">Adds</th>
              </tr>
            </thead>
            <tbody>
              {types.map(([type, when, adds]) => (
                <tr key={type}>
                  <th scope="row">{type}</th>
                  <td>{when}</td>
                  <td>{adds}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Part>
      <Part id="rules" title="What must be true">
        <ol className="steps-of-check">
          <li>
            A pick&apos;s versions are revealed by reveal_by of its last publish or amend at the latest. Where they are
            not, something is held back.
          </li>
          <li>
            No amend is later than the start: the earliest starts_at of the versions before it; without one, the end of
            the earliest game_date in the zone of begin.
          </li>
          <li>
            A settle by rule has the outcome that its scores give for the version sealed last before the start.
            Moneyline: the higher score wins; a draw is a push, but in MLS a loss of both sides. Spread: own score minus
            the other, plus line. Total: the sum against the line. Above 0 it wins, at 0 it is a push. A line at a
            quarter is half of each line beside it. Golf, Horses, props and what has no two sides are graded by hand, in
            UFC and Tennis all but the winner.
          </li>
          <li>
            Its units: a win at odds above 0 is stake × odds / 100, at odds below 0 stake × 100 / −odds, rounded half
            away from zero to 2 decimals; a loss is minus the stake, a push 0. The stake is unit_size.
          </li>
        </ol>
      </Part>
    </RecordFrame>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
