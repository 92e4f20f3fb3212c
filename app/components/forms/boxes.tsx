import { Icon } from "../shared/icon.tsx";

interface BoxesProps {
  legend: string;
  /** Of the fields' names: "kind." */
  prefix: string;
  options: readonly { value: string; label: string }[];
  isTicked: (value: string) => boolean;
  error: string | undefined;
}

/** Boxes of one choice, each a field of its own. */
export function Boxes({ legend, prefix, options, isTicked, error }: BoxesProps) {
  const invalid = error ? ({ "aria-invalid": true, "aria-describedby": `${prefix}error` } as const) : {};
  return (
    <fieldset className="x-all">
      <legend>{legend}</legend>
      <div className="boxes">
        {options.map(({ value, label }) => (
          <label key={value} className="check">
            <input type="checkbox" name={`${prefix}${value}`} value="1" defaultChecked={isTicked(value)} {...invalid} />
            {label}
          </label>
        ))}
      </div>
      {error && (
        <p className="err" id={`${prefix}error`}>
          <Icon name="warn" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
