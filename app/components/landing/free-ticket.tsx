import type { ReactNode } from "react";
import type { FreePick } from "../../models/record/free-pick.server.ts";
import { Ticket } from "./ticket.tsx";

/** The free pick, whole, with its verdict once it has one. */
export function FreeTicket({ free, note }: { free: FreePick; note: ReactNode }) {
  const { sport, start, tag, pick, price, game, confidence, odds, stake, result, units } = free;
  const isDecided = result === "win" || result === "loss";
  return (
    <Ticket
      label="The free pick"
      sport={sport}
      meta={[start, tag, isDecided || result === "open" ? "" : result.toUpperCase()]}
      pick={pick}
      price={price}
      game={game}
      confidence={confidence}
      odds={odds}
      stake={stake}
      verdict={isDecided ? { pick, won: result === "win", units } : null}
      note={note}
    />
  );
}

/** "Free today", "Free since Nov 29" */
export function freeText({ isToday, day }: FreePick): string {
  return isToday ? "Free today" : `Free since ${day}`;
}
