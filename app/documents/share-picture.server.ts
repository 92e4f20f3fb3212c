/** Draws the picture of a shared link: 1200 x 630 pixels, as Open Graph asks (ogp.me). */
import { escapeHtml } from "../html-escape.ts";
import type { ShareFacts } from "../models/record/share-figures.server.ts";

/** `npm run build` puts it there. */
const font = "build/share-font.ttf";
const inFont = /^[\x20-\x7e\xa0-\u017f\u2010-\u2026]*$/;
const ownLogo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#ffd43b"/><path d="M5 18v-3M8.5 18v-6" stroke="#171305" stroke-width="2.2" opacity=".4"/><path d="M12 18V6M15.5 18v-8M19 18v-4" stroke="#171305" stroke-width="2.2"/></svg>';
const width = 1056;
const color = { ground: "#0a0c10", text: "#f3f5f9", quiet: "#b8c0ce", gain: "#ffd43b", loss: "#ff717d" };

type Picture = Uint8Array<ArrayBuffer>;

/** The last picture of each page, so that one is drawn when its texts change, and not for each reader. */
const drawn = new Map<string, { svg: string; png: Picture }>();

/** A PNG. Drawing takes some 25 ms, and loads its library at the first picture. */
export async function sharePicture(facts: ShareFacts): Promise<Picture> {
  const svg = shareSvg(facts);
  const before = drawn.get(facts.headline);
  if (before?.svg === svg) return before.png;
  const { Resvg } = await import("@resvg/resvg-js");
  const png = new Uint8Array(new Resvg(svg, { font: { fontFiles: [font], loadSystemFonts: false } }).render().asPng());
  drawn.set(facts.headline, { svg, png });
  return png;
}

/** Leaves out a name that the font has no letters for. */
export function shareSvg({ headline, name, logo, figures }: ShareFacts): string {
  const picture = Buffer.from(logo === "" ? ownLogo : logo).toString("base64");
  const lines = [
    `<rect width="1200" height="630" fill="${color.ground}"/>`,
    `<image x="72" y="64" width="72" height="72" href="data:image/svg+xml;base64,${picture}"/>`,
    inFont.test(name) ? line(name, { x: 168, y: 118, size: 50 }) : "",
    line(headline, { y: 256, size: 84 }),
    ...(figures === null
      ? [line("Sealed before the game. Here for good, won or lost.", { y: 360, size: 46, fill: color.quiet })]
      : [
          figuresLine(figures),
          line(`Won, lost, pushed, and units, since ${figures.since}.`, { y: 500, size: 42, fill: color.quiet }),
        ]),
    `<rect x="72" y="556" width="120" height="10" fill="${color.gain}"/>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" width="1200" height="630" font-family="Archivo Narrow" font-weight="700">${lines.join("")}</svg>`;
}

interface Place {
  x?: number;
  y: number;
  size: number;
  fill?: string;
}

function line(text: string, { x = 72, y, size, fill = color.text }: Place): string {
  return `<text x="${x}" y="${y}" font-size="${fitting(text, size)}" fill="${fill}">${escapeHtml(text)}</text>`;
}

function figuresLine({ record, units }: NonNullable<ShareFacts["figures"]>): string {
  const fill = units.startsWith("-") ? color.loss : color.gain;
  return `<text x="72" y="412" font-size="${fitting(`${record}${units}`, 120)}" fill="${color.text}">${escapeHtml(record)}<tspan dx="48" fill="${fill}">${escapeHtml(units)}</tspan></text>`;
}

/** The font's characters are at most as wide as half of their height, on average. */
function fitting(text: string, size: number): number {
  return Math.min(size, Math.floor(width / (text.length * 0.48)));
}
