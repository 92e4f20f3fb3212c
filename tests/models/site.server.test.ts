import { expect, it } from "vitest";
import { openSite } from "../../app/models/site.server.ts";
import { actorOf, visitor } from "../support/database/factories.ts";

it("shows a public page to anybody, with nothing of its own", async () => {
  expect([await openSite(visitor, {}), await openSite(actorOf("user"), { ref: "ABC" })]).toEqual([{}, {}]);
});
