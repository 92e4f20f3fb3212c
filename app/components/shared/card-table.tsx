import type { ReactNode } from "react";

interface CardTableProps {
  label: string;
  head: ReactNode;
  /** A sentence, and a way to clear the filter that left nothing. */
  emptyText: ReactNode;
  columns: number;
  className?: string;
  children: readonly ReactNode[];
}

/** On a phone each row becomes a card. For assistive technology it stays a table. */
export function CardTable({ label, head, emptyText, columns, className = "", children }: CardTableProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      <table className={`rc ${className}`.trim()}>
        <thead>
          <tr>{head}</tr>
        </thead>
        <tbody>
          {children.length === 0 ? (
            <tr>
              <td className="full" colSpan={columns}>
                {emptyText}
              </td>
            </tr>
          ) : (
            children
          )}
        </tbody>
      </table>
    </div>
  );
}

export function Head({ num = false, children }: { num?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={num ? "num" : undefined}>
      {children}
    </th>
  );
}

interface HeadsProps {
  texts: readonly string[];
  /** The columns of numbers or actions, which come last. */
  numbers?: readonly string[];
}

export function Heads({ texts, numbers = [] }: HeadsProps) {
  return (
    <>
      {texts.map((text) => (
        <Head key={text}>{text}</Head>
      ))}
      {numbers.map((text) => (
        <Head key={text} num>
          {text}
        </Head>
      ))}
    </>
  );
}

interface RowProps {
  id?: string;
  className?: string | undefined;
  children: ReactNode;
}

export function Row({ id, className, children }: RowProps) {
  return (
    <tr id={id} className={className}>
      {children}
    </tr>
  );
}

interface CellProps {
  /** Its column's name, which a card shows. The last cell may omit it: it spans the card. */
  label?: string;
  num?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** The cell that names the row; on a card it comes first. */
export function RowHead({ children }: { children: ReactNode }) {
  return (
    <th scope="row" className="full">
      {children}
    </th>
  );
}

export function Cell({ label, num = false, className, children }: CellProps) {
  return (
    <td data-l={label} className={num ? `num ${className ?? ""}`.trim() : className}>
      {children}
    </td>
  );
}
