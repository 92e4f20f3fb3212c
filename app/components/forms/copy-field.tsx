import { useRef } from "react";
import { TextField } from "./field.tsx";
import { useCopy } from "./use-copy.ts";

export function CopyField({ label, name, link }: { label: string; name: string; link: string }) {
  const { ready, message, copy } = useCopy();
  const area = useRef<HTMLDivElement>(null);
  const copyOrSelect = async () => {
    if (!(await copy(link))) area.current?.querySelector("input")?.select();
  };
  return (
    <div className="stack" ref={area}>
      <div className="copy">
        <TextField label={label} name={name} value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
        <button className="btn by-script" type="button" disabled={!ready} onClick={copyOrSelect}>
          Copy
        </button>
      </div>
      {message !== "" && (
        <p className="alert" role="alert">
          {message}
        </p>
      )}
    </div>
  );
}
