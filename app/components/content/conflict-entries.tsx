import { splitEntries } from "../../models/content/learn.ts";
import { entriesMissingIn } from "../../models/multiset.ts";

interface ConflictEntriesProps {
  typedText: string;
  savedText: string | undefined;
}

const mostShown = 400;

/** Shows only the entries that differ after a conflict: most of the list is the same. */
export function ConflictEntries({ typedText, savedText }: ConflictEntriesProps) {
  if (savedText === undefined) return null;
  // The server stores texts in NFC.
  const [typed, saved] = [splitEntries(typedText.normalize("NFC")), splitEntries(savedText)];
  const sides = [
    ["Only in the saved list", entriesMissingIn(typed, saved)],
    ["Only in your list", entriesMissingIn(saved, typed)],
  ] as const;
  if (sides.every(([, entries]) => entries.length === 0))
    return <p className="muted">Both have the same entries, maybe in another order.</p>;
  return (
    <dl className="theirs">
      {sides.map(([title, entries]) => (
        <div key={title}>
          <dt>
            {title}: {entries.length === 0 ? "none" : entries.length}
          </dt>
          {entries.map((entry, index) => (
            <dd key={index}>
              <Entry text={entry} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function Entry({ text }: { text: string }) {
  if (text.length <= mostShown) return <>{text}</>;
  return (
    <details>
      <summary>{text.slice(0, mostShown / 4).trimEnd()}…</summary>
      {text}
    </details>
  );
}
