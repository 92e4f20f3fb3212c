import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { recordPath } from "../../paths/record.ts";
import { PublicFrame } from "../shared/frame.tsx";

/** What the record can't show. It is printed wherever the record is said to be checkable. */
export const limits = [
  "If we rewrote the record, anyone with a saved fingerprint would notice.",
  "Times come from our server, unless someone saved the fingerprint then.",
  "We enter the scores and start times.",
  "The record covers what was published here, not what was never published.",
] as const;

interface RecordHeadProps {
  title: string;
  /** Shown under the title. */
  about?: ReactNode;
  children: ReactNode;
}

/** The head of a page under the record: the way back, the title, and what comes first. */
export function RecordHead({ title, about, children }: RecordHeadProps) {
  return (
    <div>
      <p>
        <Link className="a" to={recordPath}>
          The record
        </Link>
      </p>
      <div className="head">
        <div>
          <h1>{title}</h1>
          {about}
        </div>
      </div>
      {children}
    </div>
  );
}

export function RecordFrame({ children }: { children: ReactNode }) {
  return (
    <PublicFrame current={recordPath}>
      <div className="wrap page stack gap rec">{children}</div>
    </PublicFrame>
  );
}

/** A part of such a page, under its own heading, which scripts may give the focus. */
export function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}
