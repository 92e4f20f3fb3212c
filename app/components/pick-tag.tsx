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
