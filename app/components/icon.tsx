/** The symbols, drawn on a 24 by 24 grid. A page's sprite holds only those that it uses. */
const shapes = {
  ext: <path d="M8 16l8-8M9 8h7v7" />,
  x: <path d="M6 6l12 12M18 6L6 18" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  nba: <g transform="rotate(-35 12 12)"><circle cx="12" cy="12" r="9" /><path d="M12 3v18M3 12h18M6.5 4.9c2.3 4.4 2.3 9.8 0 14.2M17.5 4.9c-2.3 4.4-2.3 9.8 0 14.2" /></g>,
  mlb: <><circle cx="12" cy="12" r="9" /><path d="M6.4 5.1c3.2 4 3.2 9.8 0 13.8M17.6 5.1c-3.2 4-3.2 9.8 0 13.8M7.4 9l2-.7M7.4 15l2 .7M16.6 9l-2-.7M16.6 15l-2 .7" /></>,
  nfl: <path d="M4 20C2.6 10.5 10.5 2.6 20 4c1.4 9.5-6.5 17.4-16 16zM3.8 13l7.2 7.2M13 3.8l7.2 7.2M9 15l6-6M10.4 11.4l2.2 2.2M12.4 9.4l2.2 2.2" />,
  nhl: <path d="M5 3l5.6 12.2c.4.8 1 1.3 1.9 1.3H19a1 1 0 0 1 1 1V19a1 1 0 0 1-1 1h-8.3c-1.5 0-2.8-.8-3.4-2.2L3 7.5M3.5 20.5h.01" />,
  ufc: <path d="M7 20.5h9V17c2-1.1 3-2.8 3-5V9.5a3 3 0 0 0-3-3h-.5V6A2.5 2.5 0 0 0 13 3.5H9.5A4.5 4.5 0 0 0 5 8v4.5C5 14.2 5.7 15.8 7 17zM7 17h9M15.5 6.5V10a1 1 0 0 1-1 1H10" />,
  pad: <path d="M7.5 7h9a5 5 0 0 1 4.9 4.1l.6 3.4a2.6 2.6 0 0 1-4.7 2L15.5 14h-7l-1.8 2.5a2.6 2.6 0 0 1-4.7-2l.6-3.4A5 5 0 0 1 7.5 7zM8.5 9v3M7 10.5h3M15 9.5h.01M17.3 11.5h.01" />,
  shield: <path d="M12 3l7.5 2.5V12c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V5.5zM8.8 12l2.3 2.3 4.3-4.5" />,
  hand: <path d="M4 20l1-4L16 5l3 3L8 19zM14 7l3 3" />,
  check: <path d="M5 12.5l4.5 4.5L19 7.5" />,
  warn: <><circle cx="12" cy="12" r="9" /><path d="M12 7v6M12 16.5h.01" /></>,
  info: <><circle cx="12" cy="12" r="9" /><path d="M12 11v5.5M12 7.5h.01" /></>,
  plus: <path d="M12 5v14M5 12h14" />,
  left: <path d="M14 6l-6 6 6 6" />,
  right: <path d="M10 6l6 6-6 6" />,
  month: <path d="M4 6h16v14H4zM4 10h16M8 3v4M16 3v4" />,
  more: <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="3" />,
  pause: <path d="M9 6v12M15 6v12" />,
  play: <path d="M8 5l11 7-11 7z" />,
} as const;

export type IconName = keyof typeof shapes;

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

export function Icon({ name }: { name: IconName }) {
  return <svg className="i" aria-hidden="true"><use href={`#${name}`} /></svg>;
}

/** Draws the shape itself, for what only scripts add: no page's sprite has to hold it. */
export function DrawnIcon({ name }: { name: IconName }) {
  return <svg className="i" viewBox="0 0 24 24" aria-hidden="true">{shapes[name]}</svg>;
}

/** Once at the end of a page: the shapes that its icons refer to. */
export function Sprite({ names }: { names: readonly IconName[] }) {
  return (
    <svg className="sprite" aria-hidden="true">
      {[...new Set(names)].map((name) => <symbol key={name} id={name} viewBox="0 0 24 24">{shapes[name]}</symbol>)}
    </svg>
  );
}
