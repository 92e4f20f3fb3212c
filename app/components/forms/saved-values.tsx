interface SavedValuesProps {
  values: Readonly<Record<string, string>>;
  saved: Readonly<Record<string, string>> | undefined;
}

/** Shows after a merge conflict the saved value of each field that differs from the form below. */
export function SavedValues({ values, saved }: SavedValuesProps) {
  const names = Object.keys(saved ?? {}).filter(
    (name) => name in values && name !== "version" && normalized(saved?.[name]) !== normalized(values[name]),
  );
  if (names.length === 0) return null;
  return (
    <dl className="theirs x-all">
      {names.map((name) => (
        <div key={name}>
          <dt>Saved now: {name.replaceAll("_", " ")}</dt>
          <dd>{saved?.[name] || "(empty)"}</dd>
        </div>
      ))}
    </dl>
  );
}

/** 1/2/2027 equals 01/02/2027. */
function normalized(text = ""): string {
  return text.trim().replace(/\b0+(?=\d)/g, "");
}
