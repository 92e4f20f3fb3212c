import { Link } from "@remix-run/react";
import type { FreePick } from "../../models/record/free-pick.server.ts";
import { freePickPath } from "../../paths/free-pick.ts";
import { FreeTicket, freeText } from "./free-ticket.tsx";

/** The one pick of the last call; without one a link alone. */
export function FreePickCall({ free }: { free: FreePick | null }) {
  return (
    <div className="wrap page live">
      <div>
        <p className="eyebrow">{free ? freeText(free) : "One pick a day for everybody"}</p>
        <p>
          <Link className="a" to={freePickPath}>
            {free ? "How the free ones did" : "The free pick"}
          </Link>
        </p>
      </div>
      {free && <FreeTicket free={free} note="The whole pick, sealed before its start like all others." />}
    </div>
  );
}
