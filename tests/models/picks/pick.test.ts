import { refreshMs } from "../../../app/time/durations.ts";
import { describe, expect, it } from "vitest";
import { tags } from "../../../app/models/values/tags.ts";
import { historyPageSize } from "../../../app/models/history/settled-pick.ts";
import {
  passes,
  sportFilterOf,
  cardFilterSports,
  proHistoryFilterSports,
  historyFilterSports,
  openFilterSports,
  sports,
} from "../../../app/models/bets/sports.ts";

it("has the lists and constants of the specification", () => {
  expect(openFilterSports.join()).toBe("NBA,MLB,NFL,NHL,NCAAF,NCAAB,UFC,Other");
  expect(historyFilterSports.join()).toBe("NBA,MLB");
  expect(proHistoryFilterSports.join()).toBe("NBA,MLB,NFL,NHL,NCAAB,NCAAF,UFC,KBO,NPB,Other");
  expect(cardFilterSports.join()).toBe("NBA,MLB,NFL,NHL,UFC");
  expect(sports.join()).toBe("NBA,MLB,NFL,NHL,NCAAB,NCAAF,UFC,KBO,NPB,MLS,Horses,WNBA,Golf,Tennis,Other");
  expect(tags.join()).toBe("SIM CERTIFIED,Manual Edge");
  expect([refreshMs, historyPageSize]).toEqual([30_000, 5]);
});

describe("a sport filter", () => {
  const passingSports = (choice: string, named: readonly string[]) =>
    sports.filter((sport) => passes(sportFilterOf(choice, named), sport));

  it.each(["", "All"])("passes every sport for %j", (choice) =>
    expect(passingSports(choice, openFilterSports)).toEqual([...sports]),
  );

  it("passes one sport by its name", () => expect(passingSports("NFL", openFilterSports)).toEqual(["NFL"]));

  it("passes for Other every sport that the page's list does not name, including Other", () => {
    expect(passingSports("Other", openFilterSports)).toEqual([
      "KBO",
      "NPB",
      "MLS",
      "Horses",
      "WNBA",
      "Golf",
      "Tennis",
      "Other",
    ]);
    expect(passingSports("Other", proHistoryFilterSports)).toEqual([
      "MLS",
      "Horses",
      "WNBA",
      "Golf",
      "Tennis",
      "Other",
    ]);
  });

  it("covers every sport exactly once with a list that has Other", () => {
    for (const named of [openFilterSports, proHistoryFilterSports]) {
      expect(named.flatMap((choice) => passingSports(choice, named)).toSorted()).toEqual(sports.toSorted());
    }
  });
});
