/** Tags, whatever their capitals and blanks are. Pure. */
import { type Reader, bareName, quoted, readAs, readCells } from "./column.ts";

/** The order is that of the staff form. */
export const tags = ["SIM CERTIFIED", "Manual Edge"] as const;

const shortNames: Readonly<Record<(typeof tags)[number], readonly string[]>> = {
  "SIM CERTIFIED": ["Sim", "Certified"],
  "Manual Edge": ["Manual", "Edge"],
};

const known = new Map(
  tags.flatMap((tag) => [tag, ...shortNames[tag]].map((name): [string, string] => [bareName(name), tag])),
);

export const readTags: Reader = (cells) =>
  readCells(cells, (text) => {
    const tag = known.get(bareName(text));
    return tag === undefined ? { problem: `${quoted(text)} is not a tag. Choose ${tags.join(" or ")}.` } : readAs(tag);
  });
