import { type ChangeEvent, type DragEvent, type RefObject, useState } from "react";
import { decodeText } from "../../csv/decode-text.ts";
import { maxTableBytes } from "../../models/import/import.ts";

async function textOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return decodeText(bytes);
}

/** Reads a chosen or dropped file into the form's text area. `problem` says why it was not read. */
export function useTextFile(form: RefObject<HTMLFormElement>) {
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    const area = form.current?.querySelector("textarea");
    if (!file || !area) return;
    if (file.size > maxTableBytes) return setProblem("This file is too long: at most 2 MB.");
    try {
      area.value = await textOf(file);
      area.dispatchEvent(new Event("input", { bubbles: true }));
      setProblem(undefined);
    } catch {
      setProblem("This file can't be read. Save it as CSV, then choose it again.");
    }
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
