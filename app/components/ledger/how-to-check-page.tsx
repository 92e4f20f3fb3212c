import { programPath } from "../../paths/record.ts";
import { Panel, RecordFrame, RecordHead } from "./record-frame.tsx";

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
    "changes: field → [old, new], two different texts, “” for unknown; fields of a content, or verdict, units_result, away_score, home_score, closing_line, closing_odds. A reason, unless only blanks are filled. A settle's fields when it has a verdict after it",
  ],
  [
    "restore",
    "the server began again from a backup; its ref is empty",
    "from: the seq of the entry before it; lost: SEQ:HASH of a later head, if one is known",
  ],
];

const reading =
  "GET /api/record/ledger?after=0&limit=500 gives {head: {seq, hash, at}, entries: […]}. Ask again after the last seq until you have head.seq entries; head is the last one. Each entry has its own fields, its hash, and reveal: null, or {salt, content} of an entry with a digest, once its pick is public. At most 120 calls a minute.";

const formats = [
  "Canonical JSON: keys sorted by code unit, also nested ones; no blanks; UTF-8. Quotation mark, backslash and U+0000 to U+001F are escaped in JSON's short forms, else as \\u00xx in lower case; nothing else is. Only seq, pick_id, version, odds, closing_odds, from and v are numbers, all whole. A key whose value is unknown is left out; there are no others.",
  "hash = SHA-256, in hex, of the hash of the entry before it, a line feed, and the canonical JSON of the entry without hash and reveal. Before the first entry it is 64 zeros.",
  "digest = SHA-256, in hex, of the salt (as its hex text), a line feed, and the canonical JSON of the content.",
  "seq counts from 1 without a gap. at is UTC with milliseconds and is never earlier than that of the entry before. ref is stream:pick:version. A pick begins with one publish or import, version 1; an amend, and a correct of a field of its content, has the next one; the others name the last. It has one settle at most, and nothing after a withdraw.",
  "A content has v (1), stream, pick_id and version as in its ref, unit_size, and where known game, away, home, game_date (YYYY-MM-DD), time, starts_at, sport, tag, pick, market (moneyline, spread, total, other), side (home, away, draw, over, under), line, odds (American), book, playable_to, sim_confidence. line is seen from the side taken. Decimals (unit_size, line, sim_confidence; units and scores of a verdict) are texts without needless zeros and without a plus; a closing_line is any text.",
] as const;

const rules = [
  "reveal_by is at most 400 days after its own entry. We set it to 06:00, in the zone of begin, of the day after the later of game_date and the start's date; with neither, 30 times 24 hours after the publication. Once the reveal_by of its last publish or amend is over, all versions of a pick are public, a withdrawn one's too, judged by when you fetched the list; else something is held back. An import is public from its start or its first settle on.",
  "What is not public, or does not fit its digest, can't be used below.",
  "A pick has started at the earliest starts_at of its versions so far, a correct's included; without one, at the end of the earliest game_date; without a date, at its first settle or its reveal_by. No amend is at or after that, judged by the entries before it: the others were in time. A publish may be, but then the pick does not count.",
  "The version that counts is the last one in time that is before the start that counts, judged by the entries before the verdict. That start is the earliest starts_at of the versions in time, if the first has one or an amend was before its own; else the beginning of the earliest game_date, or a starts_at before that. Days are those of the zone of begin.",
  "A verdict is about the version that counts; without one, about the last one in time. By rule it has both scores and is what they give. By hand it is, too, where both scores are there and a rule exists. A void is not judged by scores; by rule it has none.",
  "Moneyline: the higher score wins; level is a loss in MLS, by hand in the sport Other, else a push. The side draw wins when level and else loses. Spread: own score (home_score for home) minus the other, plus line. Total: the sum minus line for over, line minus the sum for under. Above 0 is a win, 0 a push, below a loss.",
  "A line at a quarter is two bets of half the stake, a quarter lower and higher: half a win is a win, half a loss a loss.",
  "No rule exists for Golf, Horses, other markets, and whatever has no away, home, side or line where it needs one. In UFC and Tennis only a moneyline has a rule; the winner's score is 1, the loser's 0.",
  "units, by the odds and the stake (unit_size) of the same version: a win at odds above 0 is stake × odds / 100, below 0 stake × 100 / −odds, for the part of the stake that won, rounded once, half away from zero, to 2 decimals; without odds a win has none. A loss is minus that part, a push or void 0. By hand they may be left out or be 0.02 off; where no rule exists a win may have less, and a loss may be smaller.",
  "outcome and by stand together or not at all. A pick that counts and that nobody settles within 7 days after its reveal_by is a loss of its stake.",
] as const;

/** What somebody needs who trusts no program of ours: two short ones, and the format for one of their own. */
export function HowToCheckPage({ programs }: { programs: readonly { name: string; text: string }[] }) {
  return (
    <RecordFrame>
      <RecordHead title="How to check this without us">
        <p className="muted">
          A check alone shows that the list is consistent. With a head (entry and hash) that somebody kept earlier it
          also shows that nothing up to there was rewritten. Clock and scores are our word.
        </p>
      </RecordHead>
      <Panel id="programs" title="Two short programs">
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
      </Panel>
      <Panel id="read" title="Reading it">
        <p className="pre">{reading}</p>
      </Panel>
      <Panel id="hash" title="Hashes and seals">
        <ol className="steps-of-check">
          {formats.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
        <p className="pre">An entry to try your program with, the first of another record:</p>
        <p className="code">
          {'{"at":"2026-01-01T00:00:00.000Z","format":"1","ref":"","seq":1,"type":"begin","zone":"America/New_York"}'}
          {"\n→ cecebdeed9f69188cf0ad8de5147455ef09c6febc90cbe55c0275b2ca5bc37f2"}
        </p>
      </Panel>
      <Panel id="types" title="What entries have">
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
      </Panel>
      <Panel id="rules" title="What must be true">
        <ol className="steps-of-check">
          {rules.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
      </Panel>
    </RecordFrame>
  );
}
