import { useEffect, useState } from "react";
import type { OpenPick } from "../../models/picks/pick.ts";
import { formatStamp } from "../../time/start-text.ts";
import { countdownOf } from "../../models/bets/countdown.ts";
import { Instant } from "../shared/instant.tsx";

const tickMs = 15_000;

/** The start in the reader's time zone, without scripts in the site's; the page names the zone. Without a start, what staff wrote. */
export function Start({ pick }: { pick: Pick<OpenPick, "starts_at" | "game_date" | "time"> }) {
  if (pick.starts_at !== null) return <Instant iso={pick.starts_at} format={formatStamp} />;
  const text = [pick.game_date, pick.time].filter(Boolean).join(", ");
  return text === "" ? null : <span>{text}</span>;
}

/** "starts in 42 min", then "Started". */
export function Countdown({ pick }: { pick: OpenPick }) {
  const text = useCountdown(pick);
  if (text === "") return null;
  return text === "Started" ? <span className="tag">{text}</span> : <b>{text}</b>;
}

/** The server's text first: a page that was loaded says the same until the next tick. */
function useCountdown({ starts_at, over_at, countdown }: OpenPick): string {
  const [text, setText] = useState(countdown);
  useEffect(() => {
    const update = () => setText(countdownOf({ starts_at, over_at }, new Date()));
    update();
    const timer = setInterval(update, tickMs);
    return () => clearInterval(timer);
  }, [starts_at, over_at]);
  return text;
}
