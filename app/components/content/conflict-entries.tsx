import { entriesMissingIn, splitEntries } from "../../models/content/learn.ts";

interface TheirEntriesProps {
  /** What was typed, and what is saved by now. */
  mine: string;
  theirs: string | undefined;
}

const mostShown = 400;

/** After a conflict over a list: the entries that stand on one side alone. All of them would fill screens, most of them the same. */
export function ConflictEntries({ mine, theirs }: TheirEntriesProps) {
  if (theirs === undefined) return null;
  // The server keeps texts in this form.
  const [typed, saved] = [splitEntries(mine.normalize("NFC")), splitEntries(theirs)];
  const sides = [["Only in what is saved now", entriesMissingIn(typed, saved)], ["Only in what you typed", entriesMissingIn(saved, typed)]] as const;
  if (sides.every(([, entries]) => entries.length === 0)) return <p className="muted">Both hold the same entries. If anything differs, it is their order.</p>;
  return (
    <dl className="theirs">
      {sides.map(([title, entries]) => (
        <div key={title}><dt>{title}: {entries.length === 0 ? "nothing" : entries.length}</dt>{entries.map((entry, index) => <dd key={index}><Entry text={entry} /></dd>)}</div>
      ))}
    </dl>
  );
}

function Entry({ text }: { text: string }) {
  if (text.length <= mostShown) return <>{text}</>;
  return <details><summary>{text.slice(0, mostShown / 4).trimEnd()}…</summary>{text}</details>;
}
