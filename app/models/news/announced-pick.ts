import type { PickRow } from "../../db.server.ts";

/** What news says of a new pick. */
export const announcedPickColumns = [
  "stream",
  "game",
  "game_date",
  "time",
  "starts_at",
  "pick",
  "sport",
  "tag",
  "sim_confidence",
  "unit_size",
  "odds",
  "book",
  "playable_to",
  "why",
] as const;

export type AnnouncedPick = Pick<PickRow, (typeof announcedPickColumns)[number]>;
