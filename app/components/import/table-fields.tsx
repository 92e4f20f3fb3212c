import { TextAreaField } from "../forms/text-area-field.tsx";
import type { useTextFile } from "./use-text-file.ts";

interface TableFieldsProps extends Pick<ReturnType<typeof useTextFile>, "sheets" | "onSheet" | "onFile"> {
  text: string | undefined;
  error: string | undefined;
}

/** A table to paste, or to choose as a file. */
export function TableFields({ text = "", error, sheets, onSheet, onFile }: TableFieldsProps) {
  return (
    <>
      <TextAreaField label="Table" name="text" rows={10} defaultValue={text} error={error} />
      <label className="by-script f">
        <span>Or choose a file</span>
        <input type="file" accept=".csv,.tsv,.txt,.json,.xlsx" onChange={onFile} />
      </label>
      {sheets.length > 0 && (
        <label className="f">
          <span>Sheet</span>
          <select key={sheets.map(({ name }) => name).join()} onChange={onSheet}>
            {sheets.map(({ name }, place) => (
              <option key={name} value={place}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
