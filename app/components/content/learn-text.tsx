import type { LearnKind } from "../../models/content/learn.ts";

interface LearnTextProps {
  kind: LearnKind;
  /** Must come from markdown.server.ts, which makes it safe. */
  html: string;
  className: string;
}

const emptyTexts = { glossary: "The glossary is empty.", tip: "There are no bankroll tips yet." } as const;

export function LearnText({ kind, html, className }: LearnTextProps) {
  if (html === "") return <p className="empty">{emptyTexts[kind]}</p>;
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
