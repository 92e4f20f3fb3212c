/** A phone folds it; wider screens always show it (staff.css). */
import type { ReactNode } from "react";

interface FoldProps {
  label: ReactNode;
  /** On a phone. */
  open?: boolean;
  children: ReactNode;
}

/** A form above a list, which so comes first on a phone. */
export function Fold({ label, open = false, children }: FoldProps) {
  return (
    <details className="fold" open={open}>
      <summary className="btn">{label}</summary>
      {children}
    </details>
  );
}

/** Folds the actions that a row rarely needs, after its first one. */
export function MoreActions({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <details className="more">
      <summary className="btn quiet">More{name}</summary>
      {children}
    </details>
  );
}
