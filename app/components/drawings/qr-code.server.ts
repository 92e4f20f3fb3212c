import qrcode from "qrcode-generator";

/** A QR code as one SVG path of strokes, a row of modules each: `size` modules in each direction, the quiet zone included. */
export interface QrCode {
  size: number;
  path: string;
}

const quietZone = 4;

/** Draws a text. The weakest error correction makes the largest modules, and a screen has no stains. */
export function drawQrCode(text: string): QrCode {
  const code = qrcode(0, "L");
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const rows = Array.from({ length: modules }, (_, row) => strokesOf(Array.from({ length: modules }, (_none, column) => code.isDark(row, column)), row));
  return { size: modules + 2 * quietZone, path: rows.join("") };
}

/** Each run of dark modules as a horizontal stroke through their middle. */
function strokesOf(row: boolean[], y: number): string {
  const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []));
  const lengthFrom = (x: number) => [...row, false].indexOf(false, x) - x;
  return starts.map((x) => `M${x + quietZone} ${y + quietZone}.5h${lengthFrom(x)}`).join("");
}

/** The two-factor page's view, with the link for the app as a picture. */
export function withQrCode<View extends { setUp: { link: string } | null }>(view: View) {
  return { ...view, qr: view.setUp && drawQrCode(view.setUp.link) };
}
