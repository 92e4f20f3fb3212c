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
    "changes: field → [old, new], two different texts, “” for unknown; fields of a content, or verdict, units_result, away_score, home_score, closing_line, closing_odds. A reason, unless nothing known changes. A settle's fields when it has a verdict after it",
  ],
  [
    "restore",
    "the server began again, from a backup or as a newer program; its ref is empty",
    "from: the seq of the entry before it; lost: SEQ:HASH of the last head that was known. Where that is the entry before it nothing was lost: a newer program began there",
  ],
];

const reading =
  "GET /api/record/ledger?after=0&limit=500 gives {head: {seq, hash, at}, entries: […]}. Ask again after the last seq until you have head.seq entries; head is the last one. Each entry has its own fields, its hash, and reveal: null, or {salt, content} of an entry with a digest, once its pick is public. At most 120 calls a minute.";

const formats = [
  "Canonical JSON: keys sorted by code unit, also nested ones; no blanks; UTF-8. Quotation mark, backslash and U+0000 to U+001F are escaped in JSON's short forms, else as \\u00xx in lower case; nothing else is. Only seq, pick_id, version, odds, closing_odds, from and v are numbers, all whole. A key whose value is unknown is left out; there are no others.",
  "hash = SHA-256, in hex, of the hash of the entry before it, a line feed, and the canonical JSON of the entry without hash and reveal. Before the first entry it is 64 zeros.",
  "digest = SHA-256, in hex, of the salt (as its hex text), a line feed, and the canonical JSON of the content.",
  "seq counts from 1 without a gap. at is UTC with milliseconds and is never earlier than that of the entry before. ref is stream:pick:version. A pick begins with one publish or import, version 1; an amend, and a correct of a field of its content, has the next one; the others name the last. It has one publish or import and one settle at most, and nothing after a withdraw.",
  "A content has v (1), stream, pick_id and version as in its ref, unit_size, and where known game, away, home, game_date (YYYY-MM-DD), time, starts_at, sport, tag, pick, market (moneyline, spread, total, other), side (home, away, draw, over, under), line, odds (American), book, playable_to, sim_confidence. line is seen from the side taken. Decimals (unit_size, line, sim_confidence; units and scores of a verdict) are texts without needless zeros and without a plus; a closing_line is any text.",
] as const;

const rules = [
  "No entry is from later than when you fetched the list (two clocks may differ by 5 minutes), and none behind a head that you kept is from more than 5 minutes before you kept it.",
  "reveal_by is at most 400 days after its own entry. We set it to 06:00, in the zone of begin, of the day after the later of game_date and the start's date; with neither, 30 times 24 hours after the publication. Once the reveal_by of its last publish or amend is over, or the pick has a settle, all its versions are public, a withdrawn one's too, judged by when you fetched the list; else something is held back. An import is public from its start or its first settle on.",
  "What is not public, or does not fit its digest, can't be used below.",
  "The foreseen start is the starts_at of a version, else the end of its game_date in the zone of begin: of the last version that was sealed before the foreseen start of the versions before it. An amend is only possible before it, before the reveal_by of every earlier version, and while the pick never had a verdict. What is no such amend moves nothing.",
  "The start that counts is the earliest over all versions of: starts_at, else the beginning of the game_date in that zone. A starts_at that the first version lacks, of an amend within 10 minutes of it and before that start, counts for the versions up to there. A pick whose first version has neither a date nor a start never counts. The version that counts is the last one sealed before that start. A correct moves neither start.",
  "A verdict is about the version that counts; without one, about the last one. By rule it has both scores and is what they give. By hand it is, too, where both scores are there and a rule exists. A void is not judged by scores; by rule it has none.",
  "A correct names everything that it changes: each field of the content with its old value, and each of verdict, units_result, away_score, home_score, closing_line and closing_odds that differs between the verdict before it and its own, with both. One without a verdict after it opens the pick again: it names [verdict, “”], and may leave out the rest. It needs a reason, unless all old values are “” and outcome, units and by stay as they are; an open pick has none. The verdict of an import is not in the list before its first correct.",
  "An earlier version of our program named other units, scores and closing lines than those of the list. Where a newer program began later (see restore), corrects before that are excused from this, but never from naming the verdict; a verdict there may be about any version that was sealed in time.",
  "Moneyline: the higher score wins; level is a loss in MLS, by hand in the sport Other, else a push. The side draw wins when level and else loses. Spread: own score (home_score for home) minus the other, plus line. Total: the sum minus line for over, line minus the sum for under. Above 0 is a win, 0 a push, below a loss.",
  "A line at a quarter is two bets of half the stake, a quarter lower and higher: half a win is a win, half a loss a loss.",
  "No rule exists for Golf, Horses, other markets, and whatever has no away, home, side or line where it needs one. In UFC and Tennis only a moneyline has a rule; the winner's score is 1, the loser's 0.",
  "units, by the odds and the stake (unit_size) of the same version: a win at odds above 0 is stake × odds / 100, below 0 stake × 100 / −odds, for the part of the stake that won, rounded once, half away from zero, to 2 decimals; without odds a win has none, by hand any. A loss is minus that part, a push or void 0. By hand they may be left out or be 0.02 off; where no rule exists a win may have less, and a loss may be smaller.",
  "outcome and by stand together or not at all. A pick that counts and that nobody settles within 7 days after the earliest reveal_by of its versions is a loss of its stake; one that is not public by then, of the largest stake in the record, until it is.",
] as const;

/** For visitors who trust none of our programs: a short one to read, and the format to write their own. */
export function HowToCheckPage({ program }: { program: string }) {
  return (
    <RecordFrame>
      <RecordHead title="How to check this without us">
        <p className="muted">
          A check alone shows that the list is consistent. With a head (entry, hash and time) that somebody kept earlier
          it also shows that nothing up to there was rewritten, and nothing behind it backdated. Clock, scores and start
          times are our word.
        </p>
      </RecordHead>
      <Panel id="program" title="One short program">
        <p className="pre">
          It needs nothing but Python 3.9. Give it this site&apos;s address, and a head that you kept if you have one,
          with its time. It ends with 1 when something is wrong, and says what it does not check.
        </p>
        <details className="unfold">
          <summary>check-record.py</summary>
          <p>
            <a className="a" href={programPath} download>
              Download it
            </a>
          </p>
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <pre className="code" tabIndex={0}>
            {program}
          </pre>
        </details>
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
