import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { nextNumber, pickFields } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { cards, decode, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("admin");
});

test.each([
  { manager: "/admin/picks", api: "/api/picks", history: "/history" },
  { manager: "/admin/propicks", api: "/api/propicks", history: "/propicks-history" },
])("$manager computes whether a moneyline beat its closing price, and shows the price", async (page) => {
  const { manager, api, history } = page;
  const pick = { pick: "Knicks ML (-125)", game: `Boston Celtics @ New York Knicks ${nextNumber()}`, verdict: "✅" };
  const id = await publish(staff, { ...pick, units_result: "1.2" }, api);
  const correct = `${manager}/${id}/correct`;
  const form = await staff.text(correct);
  expect(form).toMatch(/<option value=""[^>]*>Computed<\/option>/);
  expect([fieldValue(form, "closing_odds"), fieldValue(form, "odds")]).toEqual(["", "-125"]);
  const shown = Object.keys(pickFields({ version: "", odds: "" })).map((name) => [name, fieldValue(form, name) ?? ""]);
  const refused = await staff.post(correct, { ...Object.fromEntries(shown), closing_odds: "50" });
  expect(fieldError(await refused.text(), "closing_odds")).toBe("Must be a price, like -110, 1.91 or 10/11.");
  const sent = { ...Object.fromEntries(shown), closing_odds: "−150", beat_clv: "❌" };
  const asked = decode(
    /name="confirm" value="([^"]*)"/.exec(await (await staff.post(correct, sent)).text())?.[1] ?? "",
  );
  expect(asked).toMatch(/^Closing price: nothing → -150\./);
  expect((await staff.post(correct, { ...sent, confirm: asked })).status).toBe(303);
  expect(fieldValue(await staff.text(correct), "closing_odds")).toBe("-150");
  expect(visibleText(await staff.text(manager))).toContain("closed -150 · ✅ Beat the close");
  const card = cards(await staff.text(history)).find((text) => text.includes(pick.game));
  expect(card).toMatch(/ (Closing line|CL) -150 ✅ Beat the close /);
  expect(await (await staff.get(`${api}/${id}`)).json()).toMatchObject({ closing_odds: -150, beat_clv: "✅" });
});
