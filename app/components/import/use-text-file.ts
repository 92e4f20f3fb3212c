import { type ChangeEvent, type DragEvent, type RefObject, useState } from "react";
import { decodeText } from "../../csv/decode-text.ts";
import { maxTableBytes } from "../../models/import/import.ts";

/** The bytes that a zip begins with, and so a workbook (.xlsx). */
const zip = [0x50, 0x4b, 0x03, 0x04];

/** Reads a chosen or dropped file into the form's text area. `problem` says why it was not read. */
export function useTextFile(form: RefObject<HTMLFormElement>) {
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    const area = form.current?.querySelector("textarea");
    if (!file || !area) return;
    if (file.size > maxTableBytes) return setProblem("This file is too long: at most 2 MB.");
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (zip.every((byte, place) => bytes[place] === byte))
      return setProblem("This is a workbook. Save its sheet as CSV, then choose that file.");
    area.value = decodeText(bytes);
    area.dispatchEvent(new Event("input", { bubbles: true }));
    setProblem(undefined);
  };
  return {
    problem,
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
