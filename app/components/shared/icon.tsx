import iconsHref from "../../icons.svg";
import { useDocumentParts } from "../../documents/document.tsx";

export const iconNames = [
  "ext",
  "x",
  "menu",
  "day",
  "star",
  "slip",
  "past",
  "nba",
  "mlb",
  "nfl",
  "nhl",
  "ufc",
  "pad",
  "check",
  "warn",
  "info",
  "plus",
  "left",
  "right",
  "month",
  "more",
  "pause",
  "play",
  "shield",
] as const;
export type IconName = (typeof iconNames)[number];

const sportIcons: Readonly<Record<string, IconName>> = { NBA: "nba", MLB: "mlb", NFL: "nfl", NHL: "nhl", UFC: "ufc" };

export function sportIcon(sport: string): IconName {
  return sportIcons[sport] ?? "pad";
}

/** Uses the document's sprite, or icons.svg for an icon that a script adds later. */
export function Icon({ name }: { name: IconName }) {
  const { icons } = useDocumentParts();
  // The sprite at the end of the page holds the icons that were rendered before it.
  if (typeof document === "undefined") icons.add(name);
  return (
    <svg className="i" aria-hidden="true">
      <use href={`${icons.has(name) ? "" : iconsHref}#${name}`} />
    </svg>
  );
}
