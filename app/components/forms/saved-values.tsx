interface TheirsProps {
  mine: Readonly<Record<string, string>>;
  theirs: Readonly<Record<string, string>> | undefined;
}

/** After a conflict: what is saved by now, for each field that differs from what stands in the form below. Not all of it is somebody else's change. */
export function SavedValues({ mine, theirs }: TheirsProps) {
  const names = Object.keys(theirs ?? {}).filter((name) => name in mine && name !== "version" && plain(theirs?.[name]) !== plain(mine[name]));
  if (names.length === 0) return null;
  return (
    <dl className="theirs x-all">
      {names.map((name) => <div key={name}><dt>Saved now: {name.replaceAll("_", " ")}</dt><dd>{theirs?.[name] || "(empty)"}</dd></div>)}
    </dl>
  );
}

/** 1/2/2027 is 01/02/2027. */
function plain(text = ""): string {
  return text.trim().replace(/\b0+(?=\d)/g, "");
}
