import qrcode from "qrcode-generator";

/** One SVG path of horizontal strokes. `size` is in modules and includes the quiet zone. */
export interface QrCode {
  size: number;
  path: string;
}

const quietZone = 4;

/** Error correction L gives the largest modules, and a screen needs no redundancy. */
export function drawQrCode(text: string): QrCode {
  const code = qrcode(0, "L");
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const rows = Array.from({ length: modules }, (_, row) =>
    strokesOf(
      Array.from({ length: modules }, (_none, column) => code.isDark(row, column)),
      row,
    ),
  );
  return { size: modules + 2 * quietZone, path: rows.join("") };
}

function strokesOf(row: boolean[], y: number): string {
  const starts = row.flatMap((dark, x) => (dark && !row[x - 1] ? [x] : []));
  const lengthFrom = (x: number) => [...row, false].indexOf(false, x) - x;
  return starts.map((x) => `M${x + quietZone} ${y + quietZone}.5h${lengthFrom(x)}`).join("");
}

export function withQrCode<View extends { setUp: { link: string } | null }>(view: View) {
  return { ...view, qr: view.setUp && drawQrCode(view.setUp.link) };
}
