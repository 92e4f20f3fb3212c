import type { ReactNode } from "react";
import type { Lock } from "../../models/picks/chosen-pick.server.ts";

interface LockedFieldsProps {
  lock: Lock;
  /** A link to the correction. */
  correction: ReactNode;
}

/** Replaces the fields that only a correction changes. */
export function LockedFields({ lock, correction }: LockedFieldsProps) {
  return (
    <>
      <p className="x-all">
        {lock.note} {correction}
      </p>
      <dl className="grid6 x-all">
        {lock.values.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
