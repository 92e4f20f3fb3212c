import iconsHref from "../../icons.svg";
import { useDocumentParts } from "../../documents/document.tsx";

/** The symbols of app/icons.svg, drawn on a 24 by 24 grid. */
export const iconNames = [
  "ext", "x", "menu", "nba", "mlb", "nfl", "nhl", "ufc", "pad", "shield", "hand", "check", "warn", "info", "plus", "left", "right", "month", "more", "pause", "play",
] as const;
export type IconName = (typeof iconNames)[number];

const sportIcons: Readonly<Record<string, IconName>> = { NBA: "nba", MLB: "mlb", NFL: "nfl", NHL: "nhl", UFC: "ufc" };

/** Basketball for NBA, baseball for MLB, football for NFL, hockey for NHL, a glove for UFC, a game controller otherwise. */
export function sportIcon(sport: string): IconName {
  return sportIcons[sport] ?? "pad";
}

/** A tag's icon, null for a tag without one. */
export function tagIcon(tag: string): IconName | null {
  if (tag === "SIM CERTIFIED") return "shield";
  return tag === "Manual Edge" ? "hand" : null;
}

/** Drawn by the document's own sprite, or by the file where a script shows what the document did not use. */
export function Icon({ name }: { name: IconName }) {
  const { icons } = useDocumentParts();
  // The sprite at the end of the page has what was rendered before it.
  if (typeof document === "undefined") icons.add(name);
  return <svg className="i" aria-hidden="true"><use href={`${icons.has(name) ? "" : iconsHref}#${name}`} /></svg>;
}
