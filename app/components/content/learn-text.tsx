import type { LearnKind } from "../../models/content/learn.ts";

interface LearnTextProps {
  kind: LearnKind;
  /** From markdown.server.ts alone, which is what makes it safe to set. */
  html: string;
  className: string;
}

const emptyTexts = { glossary: "The glossary is empty.", tip: "There are no bankroll tips yet." } as const;

/** The rendered entries of a list, or a sentence when there are none. */
export function LearnText({ kind, html, className }: LearnTextProps) {
  if (html === "") return <p className="empty">{emptyTexts[kind]}</p>;
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
