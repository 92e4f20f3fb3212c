/** Tags, whatever their capitals and blanks are. Pure. */
import { tags } from "../../picks/pick.ts";
import { type Reader, bareName, quoted, readAs, readCells } from "./column.ts";

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
