import { expect, test } from "vitest";
import qrcode from "qrcode-generator";
import { drawQrCode } from "../../../app/components/drawings/qr-code.server.ts";
import { newTotpSecret, totpLink } from "../../../app/models/sign-in/totp.server.ts";

const links = [
  ...Array.from({ length: 10 }, () => totpLink(newTotpSecret(), "staff@example.test")),
  totpLink(newTotpSecret(), `${"long".repeat(60)}@example.test`),
];

test.each(links)("the strokes for %s are the dark modules, inside a quiet zone of four", (link) => {
  const { size, path } = drawQrCode(link);
  const drawn = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)\.5h(\d+)/g))
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  const code = qrcode(0, "L");
  code.addData(link);
  code.make();
  const expected = drawn.map((row, y) =>
    row.map((_, x) => [x - 4, y - 4].every((at) => at >= 0 && at < size - 8) && code.isDark(y - 4, x - 4)),
  );
  expect(size).toBe(code.getModuleCount() + 8);
  expect(drawn).toEqual(expected);
  expect(path.replace(/M\d+ \d+\.5h\d+/g, "")).toBe("");
});
