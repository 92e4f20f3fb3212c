/** The parts around a list: its filter in words, and its text when it is empty. */
import { Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { listPath } from "../../paths/paths.ts";

/** Adds this list's query to a path that opens over the list, or returns to it. */
export function useListPath(): (path: string) => string {
  const { search } = useLocation();
  return (path) => listPath(path, search);
}

interface FilterStateProps {
  /** The list's filter in words; '' without a filter. */
  text: string;
  /** The text without a filter; nothing by default. */
  otherwise?: string;
  clearTo: string;
  children?: ReactNode;
}

/** "Showing results for: NBA, Last 7 Days" and how to see everything again. */
export function FilterState({ text, otherwise = "", clearTo, children }: FilterStateProps) {
  if (text === "" && otherwise === "") return null;
  return (
    <p className="muted show">
      Showing results for: <strong>{text || otherwise}</strong>{" "}
      {text !== "" && <ClearLink to={clearTo} label="Clear" />}
      {children}
    </p>
  );
}

interface EmptyProps {
  text: string;
  /** The list without its filter; null when none is on. */
  clearTo: string | null;
}

export function EmptyList({ text, clearTo }: EmptyProps) {
  return (
    <div className="empty">
      <p>{text}</p>
      {clearTo !== null && <ClearLink to={clearTo} label="Clear filters" />}
    </div>
  );
}

/** The same in a table. */
export function NothingFound({ text, clearTo }: EmptyProps) {
  return (
    <>
      {text} {clearTo !== null && <ClearLink to={clearTo} label="Clear filters" />}
    </>
  );
}

function ClearLink({ to, label }: { to: string; label: string }) {
  return (
    <Link className="a" to={to} preventScrollReset>
      {label}
    </Link>
  );
}
