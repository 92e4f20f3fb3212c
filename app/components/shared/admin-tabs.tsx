// In one file with the tabs, as most staff pages need them.
import "../../models/values/tags.ts";
import "./fold.tsx";
import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { useFrame } from "./use-frame.tsx";
import { Icon } from "./icon.tsx";

interface AdminTabsProps {
  current: string;
  /** The page's own heading; without one, its tab's name. */
  title?: string;
  /** Shown at the right of the heading. */
  children?: ReactNode;
}

export function AdminTabs({ current, title, children }: AdminTabsProps) {
  const tabs = useFrame().person?.tabs ?? {};
  const row = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(row.current), [current]);
  return (
    <>
      <div className="head">
        <div>
          <p className="lab">Admin Dashboard</p>
          <h1>{title ?? tabs[current]}</h1>
        </div>
        {children}
      </div>
      <Problems />
      <nav ref={row} className="tabs" aria-label="Admin">
        {Object.entries(tabs).map(([to, label]) => (
          <Link key={to} to={to} aria-current={to === current ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  );
}

/** Shows all problems in one banner. Only a superadmin's frame has problems. */
function Problems() {
  const { problems = [] } = useFrame();
  if (problems.length === 0) return null;
  const [List, Line] = problems.length > 1 ? (["ul", "li"] as const) : (["div", "p"] as const);
  return (
    <div className="alert b health" role="alert">
      <Icon name="warn" />
      <List>
        {problems.map(({ text, more, to }) => (
          <Line key={text}>
            {to ? (
              <Link className="a" to={to}>
                {text}
              </Link>
            ) : (
              <b>{text}</b>
            )}
            {more}
          </Line>
        ))}
      </List>
    </div>
  );
}

/** Browsers without the style sheet's scroll-initial-target need it. */
function showCurrent(row: HTMLElement | null): void {
  const tab = row?.querySelector<HTMLElement>("[aria-current]");
  if (row && tab && !CSS.supports("scroll-initial-target", "nearest")) row.scrollLeft = tab.offsetLeft - row.offsetLeft;
}
