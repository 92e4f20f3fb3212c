import { Link } from "@remix-run/react";
import { landing } from "../../content.ts";
import type { SettledTicket as Settled } from "../../models/record/live-record.server.ts";
import { recordPickPath } from "../../paths/record.ts";
import { Ticket } from "./ticket.tsx";

/** A pick of the record with its own score and verdict. */
export function SettledTicket({
  ticket: { ref, start, tag, game, score, won, units, ...ticket },
}: {
  ticket: Settled;
}) {
  return (
    <Ticket
      {...ticket}
      label="A settled pick"
      meta={[start, tag]}
      game={
        <>
          {game}
          {score && (
            <>
              <br />
              {`Final score ${score}`}
            </>
          )}
        </>
      }
      verdict={{ pick: ticket.pick, won, units }}
      note={
        <Link className="a" to={recordPickPath(ref)}>
          {landing.ticketLink}
        </Link>
      }
    />
  );
}
