import { type ChangeEvent, type DragEvent, type RefObject, useState } from "react";

const maxBytes = 1024 * 1024;

/** Reads a chosen or dropped file into the form's text area. `problem` says why it was not read. */
export function useTextFile(form: RefObject<HTMLFormElement>) {
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    const area = form.current?.querySelector("textarea");
    if (!file || !area) return;
    if (file.size > maxBytes) return setProblem("This file is too long: at most 1 MB.");
    try {
      area.value = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      area.dispatchEvent(new Event("input", { bubbles: true }));
      setProblem(undefined);
    } catch {
      setProblem("This file is not UTF-8. Save it as UTF-8, then choose it again.");
    }
  };
  return {
    problem,
    forgetProblem: () => setProblem(undefined),
    onFile: async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
      await read(currentTarget.files?.[0]);
      // The same file can be chosen again after it was saved as UTF-8.
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
