import { type ReactNode, Fragment } from "react";
import type { LegalText } from "../../models/content/legal-texts.ts";
import { PublicFrame } from "../shared/frame.tsx";

interface LegalPageProps {
  text: LegalText & { contact: string };
  children?: ReactNode;
}

export function LegalPage({ text: { title, sections, contact }, children }: LegalPageProps) {
  return (
    <PublicFrame>
      <div className="wrap page read">
        <div className="head">
          <h1>{title}</h1>
        </div>
        {children}
        <div className="panel prose">
          {sections.map((section) => (
            <Fragment key={section.title}>
              <h2>{section.title}</h2>
              <p>{section.text}</p>
            </Fragment>
          ))}
          <h2>Contact</h2>
          <p>
            <a className="a" href={`mailto:${contact}`}>
              {contact}
            </a>
          </p>
        </div>
      </div>
    </PublicFrame>
  );
}
