import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

export interface Part {
  label: string;
  value: ReactNode;
  /** The page that it leads to. */
  to?: string;
}

interface FigurePanelProps {
  id: string;
  title: string;
  /** What the large figure is, and the figure. */
  figure: [label: string, value: ReactNode];
  parts?: readonly Part[];
  /** How it is counted. */
  how: ReactNode;
  /** The list behind it, and what the link says. */
  link: [to: string, text: string];
  children?: ReactNode;
}

export function FigurePanel({ id, title, figure: [label, value], parts = [], how, link, children }: FigurePanelProps) {
  const [to, text] = link;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className="xl">
        <dt>{label}</dt>
        <dd>
          <b>{value}</b>
        </dd>
      </dl>
      {parts.length > 0 && (
        <dl className="tally">
          {parts.map((part) => (
            <div key={part.label}>
              <dt>
                {part.to === undefined ? (
                  part.label
                ) : (
                  <Link className="a" to={part.to}>
                    {part.label}
                  </Link>
                )}
              </dt>
              <dd>{part.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      <p className="muted">{how}</p>
      <p>
        <Link className="a" to={to}>
          {text}
        </Link>
      </p>
    </section>
  );
}
