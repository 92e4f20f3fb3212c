import type { ReactNode } from "react";
import type { Section } from "../../models/content/sections.ts";
import { PublicFrame } from "../shared/frame.tsx";
import { TextSections } from "../content/text-sections.tsx";

interface LegalPageProps {
  title: string;
  text: { sections: readonly Section[]; contact: string };
  children?: ReactNode;
}

export function LegalPage({ title, text: { sections, contact }, children }: LegalPageProps) {
  return (
    <PublicFrame>
      <div className="wrap page read">
        <div className="head">
          <h1>{title}</h1>
        </div>
        {children}
        <div className="panel prose">
          <TextSections sections={sections} />
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
