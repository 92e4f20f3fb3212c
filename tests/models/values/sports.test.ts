import { describe, expect, it } from "vitest";
import { sports } from "../../../app/models/bets/sports.ts";
import { readSports } from "../../../app/models/values/sports.ts";
import { answered, options, remarksOf, valuesOf } from "./column-options.ts";

const read = (...cells: string[]) => valuesOf(readSports(cells, options));

it("reads our own names, with any capitals and blanks", () => {
  expect(read(...sports)).toEqual([...sports]);
  expect(read(...sports.map((sport) => ` ${sport.toLowerCase()} `))).toEqual([...sports]);
  expect(remarksOf(readSports(["nba", "N.B.A."], options))).toEqual([null, null]);
});

it.each([
  ["NBA", ["NBA Basketball", "Basketball - NBA", "basketball/nba"]],
  ["MLB", ["MLB Baseball", "Major League Baseball"]],
  ["NFL", ["NFL Football", "Football (NFL)"]],
  ["NHL", ["NHL Hockey", "Ice Hockey - NHL"]],
  ["NCAAF", ["CFB", "College Football", "NCAA Football", "N.C.A.A. Football", "ncaaf football"]],
  ["NCAAB", ["NCAAM", "CBB", "College Basketball", "NCAA Basketball", "NCAA Men’s Basketball"]],
  ["UFC", ["MMA", "UFC/MMA", "Mixed Martial Arts"]],
  ["Horses", ["Horse Racing", "horse-racing"]],
  ["Golf", ["PGA", "PGA Tour"]],
  ["Tennis", ["ATP", "WTA", "ATP Tennis"]],
  ["KBO", ["Korean Baseball", "KBO Baseball"]],
  ["NPB", ["Japanese Baseball"]],
  ["MLS", ["MLS Soccer"]],
  [
    "Other",
    [
      "Cricket",
      "Darts",
      "Rugby Union",
      "E-Sports",
      "F1",
      "Boxing",
      "AFL",
      "EPL",
      "La Liga",
      "Table Tennis",
      "Soccer",
      "Fußball",
    ],
  ],
])("%s", (sport, texts) => expect(read(...texts)).toEqual(texts.map(() => sport)));

it("says what became of a name", () =>
  expect(remarksOf(readSports(["CFB", "Darts", "Quidditch"], options))).toEqual([
    '"CFB" is NCAAF.',
    '"Darts" is Other.',
    `"Quidditch" is not known as a sport. Choose one of ${sports.join(", ")}.`,
  ]));

it.each(["NBA2", "NBA, NFL", "Super Bowl", "Racing", "Women's College Basketball", "N", "constructor", "?"])(
  "does not know %s",
  (text) =>
    expect(readSports([text, ""], options)).toMatchObject({
      question: null,
      cells: [{ problem: expect.stringContaining("not known") }, { value: "" }],
    }),
);

describe("a name with more than one meaning", () => {
  it("is asked about", () => {
    const reading = readSports(["Football", "NBA", "football ", "Hockey"], options);
    expect(reading.question).toMatchObject({
      id: "sport_football",
      text: 'Which sport is "Football"?',
      choices: [{ value: "NFL", label: "NFL" }, { value: "NCAAF" }, { value: "MLS" }, { value: "Other" }],
    });
    expect(valuesOf(reading)).toEqual([null, "NBA", null, null]);
  });

  it("is asked about one after the other", () => {
    const cells = ["Football", "Hockey", "MLS"];
    expect(readSports(cells, answered({ sport_football: "NFL" })).question?.id).toBe("sport_hockey");
    const both = readSports(cells, answered({ sport_football: "NFL", sport_hockey: "Other" }));
    expect([both.question, valuesOf(both)]).toEqual([null, ["NFL", "Other", "MLS"]]);
  });

  it.each(["Basketball", "Baseball", "Hockey", "Eishockey", "NCAA", "American Football"])("%s", (name) =>
    expect(readSports([name], answered({ [`sport_${name.toLowerCase()}`]: "Golf" })).question?.text).toBe(
      `Which sport is "${name}"?`,
    ),
  );
});
