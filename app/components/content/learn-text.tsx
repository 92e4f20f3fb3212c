/** The HTML in these props must come from markdown.server.ts, which makes it safe. */
import { Link } from "@remix-run/react";
import type { LearnGroup } from "../../models/content/learn-groups.ts";
import type { LearnKind } from "../../models/content/learn.ts";
import { learnTabPaths } from "../../paths/learn.ts";

interface LearnListProps {
  kind: LearnKind;
  groups: readonly LearnGroup[];
}

const emptyTexts = { glossary: "The glossary is empty.", tip: "There are no bankroll tips yet." } as const;
const jumpTexts = {
  glossary: { name: "Terms", open: "Jump to a term" },
  tip: { name: "Tips", open: "Jump to a tip" },
} as const;
const fewestTerms = 6;

export function LearnText({ kind, groups, className }: LearnListProps & { className: string }) {
  if (groups.length === 0) return <p className="empty">{emptyTexts[kind]}</p>;
  return (
    <>
      {groups.map(({ title, html }, index) => (
        <div key={index} className={title === null ? "stack" : "stack group"}>
          {title !== null && <h2 dangerouslySetInnerHTML={{ __html: title }} />}
          {html !== "" && <div className={className} dangerouslySetInnerHTML={{ __html: html }} />}
        </div>
      ))}
    </>
  );
}

/**
 * Folded on small screens, which it would fill. Link, not a: after a plain fragment the router restores an old scroll
 * position. Nothing has to be discovered: they lead to this page.
 */
export function JumpList({ kind, groups }: LearnListProps) {
  const listed = groups.filter(({ terms }) => terms.length > 0);
  if (listed.flatMap(({ terms }) => terms).length < fewestTerms) return null;
  return (
    <nav aria-label={jumpTexts[kind].name}>
      <details className="jump">
        <summary className="btn">{jumpTexts[kind].open}</summary>
        <ul className="panel">
          {listed.map(({ title, terms }, index) => (
            <li key={index}>
              {title !== null && <p className="lab" dangerouslySetInnerHTML={{ __html: title }} />}
              <ul className="row">
                {terms.map(({ id, label }) => (
                  <li key={id}>
                    <Link
                      to={`${learnTabPaths[kind]}#${id}`}
                      discover="none"
                      dangerouslySetInnerHTML={{ __html: label }}
                    />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
