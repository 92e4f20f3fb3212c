import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import {
  affiliatesManagerPath,
  auditPath,
  gradingPath,
  keysPath,
  learnManagerPath,
  managerPath,
  sidebarManagerPath,
  usersManagerPath,
} from "../../paths/paths.ts";
import { useFrame } from "./frame.tsx";
import { Icon } from "./icon.tsx";

const tabs = [
  { to: managerPath("regular"), label: "Picks Manager", ability: "picks.manage" },
  { to: managerPath("pro"), label: "Pro Picks Manager", ability: "propicks.manage" },
  { to: gradingPath, label: "Grade", ability: "results.manage" },
  { to: learnManagerPath, label: "Glossary & Tips", ability: "learn.manage" },
  { to: sidebarManagerPath, label: "Sidebar Manager", ability: "sidebar.manage" },
  { to: affiliatesManagerPath, label: "Affiliate Manager", ability: "affiliates.manage" },
  { to: usersManagerPath, label: "User Manager", ability: "users.manage" },
  { to: keysPath, label: "Keys", ability: "keys.manage" },
  { to: auditPath, label: "Audit", ability: "audit.read" },
] as const;

interface AdminTabsProps {
  current: string;
  /** The page's own heading; without one, its tab's name. */
  title?: string;
  /** At the right of the heading. */
  children?: ReactNode;
}

export function AdminTabs({ current, title, children }: AdminTabsProps) {
  const { person } = useFrame();
  const row = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(row.current), [current]);
  return (
    <>
      <div className="head">
        <div>
          <p className="lab">Admin Dashboard</p>
          <h1>{title ?? tabs.find(({ to }) => to === current)?.label}</h1>
        </div>
        {children}
      </div>
      <Problems />
      <nav ref={row} className="tabs" aria-label="Admin">
        {tabs
          .filter(({ ability }) => person?.abilities.includes(ability))
          .map(({ to, label }) => (
            <Link key={to} to={to} aria-current={to === current ? "page" : undefined}>
              {label}
            </Link>
          ))}
      </nav>
    </>
  );
}

/** What is wrong, in one banner. Only a superadmin's frame has problems. */
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

/** For browsers without the style sheet's scroll-initial-target. */
function showCurrent(row: HTMLElement | null): void {
  const tab = row?.querySelector<HTMLElement>("[aria-current]");
  if (row && tab && !CSS.supports("scroll-initial-target", "nearest")) row.scrollLeft = tab.offsetLeft - row.offsetLeft;
}
