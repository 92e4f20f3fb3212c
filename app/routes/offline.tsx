import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { MemberFrame } from "../components/shared/frame.tsx";
import { useFrame } from "../components/shared/use-frame.tsx";
import { page, refuseForm } from "../http/form.server.ts";
import { readOfflinePage } from "../models/site.server.ts";
import { cardPath, dashboardPath, learnPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

/** The pages that public/sw.js keeps a copy of. */
const keptPages = [dashboardPath, cardPath, learnPath];

export const meta = () => titled("You're offline");
export const loader = (args: LoaderFunctionArgs) => page(args, readOfflinePage);
export const action = () => refuseForm();

/** Shown offline instead of all other pages. The service worker caches it with the pages it links to. */
export default function Offline() {
  const { person } = useFrame();
  return (
    <MemberFrame>
      <div className="wrap page stack gap">
        <div className="stack">
          <h1>You're offline</h1>
          <p>This page needs a connection. Copies of these pages stay on this device for 24 hours:</p>
          <ul className="stack">
            {Object.entries(person?.links ?? {})
              .filter(([to]) => keptPages.includes(to))
              .map(([to, label]) => (
                <li key={to}>
                  <Link className="a" to={to}>
                    {label}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
        <div>
          {/* eslint-disable-next-line jsx-a11y/anchor-is-valid -- reloads the requested URL */}
          <a className="btn primary" href="">
            Try again
          </a>
        </div>
      </div>
    </MemberFrame>
  );
}
