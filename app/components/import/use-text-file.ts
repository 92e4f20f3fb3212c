import { type ChangeEvent, type DragEvent, type RefObject, useState } from "react";
import type { Sheet } from "../../browser/read-workbook.client.ts";
import { decodeText } from "../../csv/decode-text.ts";
import { maxTableBytes } from "../../models/import/import.ts";

/** The bytes that a zip begins with, and so a workbook (.xlsx). */
const zip = [0x50, 0x4b, 0x03, 0x04];
/** Those of a workbook of before 2007 (.xls). */
const oldWorkbook = [0xd0, 0xcf, 0x11, 0xe0];

const tooLong = "This file is too long: at most 2 MB.";

/**
 * Reads a chosen or dropped file into the form's text area; of a workbook the first sheet, while `sheets` offers the
 * others. `problem` says why it was not read.
 */
export function useTextFile(form: RefObject<HTMLFormElement>) {
  const [problem, setProblem] = useState<string>();
  const [sheets, setSheets] = useState<readonly Sheet[]>([]);
  const fill = (text: string) => {
    const area = form.current?.querySelector("textarea");
    if (!area) return;
    if (new Blob([text]).size > maxTableBytes) return setProblem(tooLong);
    area.value = text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
    setProblem(undefined);
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxTableBytes) return setProblem(tooLong);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const beginsWith = (start: readonly number[]) => start.every((byte, place) => bytes[place] === byte);
    if (beginsWith(oldWorkbook)) return setProblem("This is an old workbook. Save it as .xlsx, then choose that file.");
    const found = beginsWith(zip) ? await sheetsOf(bytes) : [{ name: file.name, text: decodeText(bytes) }];
    const [first] = found;
    setSheets(found.length > 1 ? found : []);
    if (first) fill(first.text);
    else setProblem("This workbook can't be read. Save its sheet as CSV, then choose that file.");
  };
  return {
    problem,
    sheets,
    onSheet: ({ currentTarget }: ChangeEvent<HTMLSelectElement>) =>
      fill(sheets[Number(currentTarget.value)]?.text ?? ""),
    forgetProblem: () => setProblem(undefined),
    onFile: async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      await read(currentTarget.files?.[0]);
      // The same file can be chosen again after it was mended.
      currentTarget.value = "";
    },
    // Without this a browser opens a dropped file.
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      const [file] = event.dataTransfer.files;
      if (!file) return;
      event.preventDefault();
      void read(file);
    },
  };
}

/** None when it is no workbook, or when the code that reads it could not be loaded. */
async function sheetsOf(bytes: Uint8Array): Promise<Sheet[]> {
  try {
    const { readWorkbook } = await import("../../browser/read-workbook.client.ts");
    return await readWorkbook(bytes);
  } catch {
    return [];
  }
}
