import { formatResult } from "../format.ts";
import type { IconName } from "./icon.tsx";
import { Icon, sportIcon, tagIcon } from "./icon.tsx";

/** What kind of play it is. */
export function Tag({ tag }: { tag: string }) {
  const icon = tagIcon(tag);
  return tag === "" ? null : <span className="tag">{icon && <Icon name={icon} />}{tag}</span>;
}

/** The symbols that a list of picks needs. */
export function pickIcons(picks: readonly { sport: string; tag: string }[]): IconName[] {
  return picks.flatMap(({ sport, tag }) => [sportIcon(sport), ...(tagIcon(tag) ? [tagIcon(tag) ?? "pad"] : [])]);
}

/** A figure in units: yellow at or above 0, red below. */
export function Result({ units }: { units: number | null }) {
  return <b className={`u ${(units ?? 0) >= 0 ? "p" : "n"}`}>{formatResult(units)}</b>;
}
