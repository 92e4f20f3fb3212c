import type { PickTrailEntry } from "../../models/trail/short-trail.server.ts";
import { Instant } from "../shared/instant.tsx";

/** Lists what was done to the pick in the form. */
export function PickTrail({ entries }: { entries: readonly PickTrailEntry[] }) {
  return (
    <section aria-labelledby="trail">
      <h2 id="trail">Trail</h2>
      <ul className="stack">
        {entries.map(({ id, at, text, by, changes }) => (
          <li key={id}>
            <b>{text}</b> <Instant iso={at} />
            {by && `, ${by}`}
            {changes.map((change) => (
              <div key={change} className="muted">
                {change}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
