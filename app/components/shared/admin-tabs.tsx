import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import {
  affiliatesManagerPath,
  auditPath,
  learnManagerPath,
  managerPath,
  sidebarManagerPath,
  usersManagerPath,
} from "../../paths/paths.ts";
import { can } from "../../policy.ts";
import { useFrame } from "./frame.tsx";
import { Problem } from "./notice.tsx";

const tabs = [
  { to: managerPath("regular"), label: "Picks Manager", ability: "picks.manage" },
  { to: managerPath("pro"), label: "Pro Picks Manager", ability: "propicks.manage" },
  { to: learnManagerPath, label: "Glossary & Tips", ability: "learn.manage" },
  { to: sidebarManagerPath, label: "Sidebar Manager", ability: "sidebar.manage" },
  { to: affiliatesManagerPath, label: "Affiliate Manager", ability: "affiliates.manage" },
  { to: usersManagerPath, label: "User Manager", ability: "users.manage" },
  { to: auditPath, label: "Audit", ability: "audit.read" },
] as const;

export function AdminTabs({ current }: { current: string }) {
  const { person, problems } = useFrame();
  const row = useRef<HTMLElement>(null);
  useEffect(() => showCurrent(row.current), [current]);
  return (
    <>
      <div className="head">
        <h1>Admin Dashboard</h1>
      </div>
      {problems?.map((problem) => (
        <Problem key={problem} message={problem} />
      ))}
      <nav ref={row} className="tabs" aria-label="Admin">
        {tabs
          .filter((tab) => can(person, tab.ability))
          .map(({ to, label }) => (
            <Link key={to} to={to} aria-current={to === current ? "page" : undefined}>
              {label}
            </Link>
          ))}
      </nav>
    </>
  );
}

/** For browsers without the style sheet's scroll-initial-target. */
function showCurrent(row: HTMLElement | null): void {
  const tab = row?.querySelector<HTMLElement>("[aria-current]");
  if (row && tab && !CSS.supports("scroll-initial-target", "nearest")) row.scrollLeft = tab.offsetLeft - row.offsetLeft;
}
