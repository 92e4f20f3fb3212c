import { expect, it } from "vitest";
import { readSitePage } from "../../app/models/site.server.ts";
import { actorOf, visitor } from "../support/database/factories.ts";

it("a public page is open to visitors and has no data", async () => {
  expect([await readSitePage(visitor, {}), await readSitePage(actorOf("user"), { ref: "ABC" })]).toEqual([{}, {}]);
});
