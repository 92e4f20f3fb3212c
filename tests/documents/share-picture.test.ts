import { expect, it } from "vitest";
import { shareSvg } from "../../app/documents/share-picture.server.ts";

const facts = { headline: "Every pick.", name: "Best <Bets>", logo: "", figures: null };
const figures = { record: "8–17–1", units: "-9.72 U", since: "June 30, 2025" };
const sizeOf = (svg: string, text: string) => Number(new RegExp(`font-size="(\\d+)"[^>]*>${text}`).exec(svg)?.[1]);

it("says the record's figures, and without them how picks are kept", () => {
  const [judged, without] = [shareSvg({ ...facts, figures }), shareSvg(facts)];
  for (const text of ["8–17–1", "-9.72 U", "since June 30, 2025.", "Best &lt;Bets&gt;"]) expect(judged).toContain(text);
  expect([without.includes("units"), without.includes("Here for good, won or lost.")]).toEqual([false, true]);
});

it("writes a longer record smaller, and leaves out a name that its font can't write", () => {
  const long = shareSvg({ ...facts, name: "Ставки", figures: { ...figures, record: "12,541–11,674–1,140" } });
  expect(sizeOf(long, "12,541")).toBeLessThan(sizeOf(shareSvg({ ...facts, figures }), "8–17"));
  expect(long).not.toContain("Ставки");
});
