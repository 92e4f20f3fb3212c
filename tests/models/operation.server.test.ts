import { expect, it, vi } from "vitest";
import { z } from "zod";
import { operation } from "../../app/models/operation.server.ts";
import { roleAbilities, roles } from "../../app/policy.ts";
import { actorOf, visitor } from "../support/database/factories.ts";

const input = z.object({ name: z.string({ error: "Enter a name." }), age: z.number({ error: "Enter an age." }) });
const manage = operation("picks.manage", input, async (actor, given) => ({ asked: actor.person.role, ...given }));

it("runs with who asks and the parsed input", async () => {
  expect(await manage(actorOf("admin"), { name: "A", age: 3, extra: "dropped" })).toEqual({ asked: "admin", name: "A", age: 3 });
});

it("names its ability", () => expect(manage.ability).toBe("picks.manage"));

it("refuses a visitor as signed out, before it looks at the input", async () => {
  const refusal = { reason: "signed-out", message: "Please login first!", fields: undefined };
  await expect(manage(visitor, {})).rejects.toMatchObject(refusal);
  await expect(manage(visitor, { name: "A", age: 3 })).rejects.toMatchObject(refusal);
});

it("refuses who may not, before it looks at the input", async () => {
  await expect(manage(actorOf("user"), {})).rejects.toMatchObject({ reason: "forbidden", message: "You are not authorized.", fields: undefined });
});

it("parses nothing for who may not", async () => {
  const looks = vi.fn(() => true);
  const watched = operation("picks.manage", z.unknown().refine(looks), async () => "ran");
  await watched(visitor, {}).catch(() => undefined);
  await watched(actorOf("propicksmanager"), {}).catch(() => undefined);
  expect(looks).not.toHaveBeenCalled();
});

it("refuses bad input with one text for each bad field, and does not run", async () => {
  const run = vi.fn(async () => "ran");
  const twice = input.extend({ name: z.string().min(2, "Too short.").regex(/x/, "Needs an x.") });
  const watched = operation("picks.manage", twice, run);
  await expect(watched(actorOf("admin"), { name: "a" })).rejects.toMatchObject({ reason: "invalid", fields: { name: "Too short.", age: "Enter an age." } });
  expect(run).not.toHaveBeenCalled();
});

it.each([null, undefined, "text", 7, []])("refuses %j as invalid, not as an error of ours", async (given) => {
  await expect(manage(actorOf("admin"), given)).rejects.toMatchObject({ reason: "invalid", fields: { form: expect.any(String) } });
});

it("asks nothing of anybody for an open ability", async () => {
  const look = operation("site.read", z.object({}), async (actor) => actor.person);
  expect(await look(visitor, {})).toBeNull();
});

it("lets exactly the roles of the policy through", async () => {
  for (const ability of ["picks.read", "card.write", "propicks.manage", "sidebar.manage"] as const) {
    const work = operation(ability, z.object({}), async () => "ran");
    const through = await Promise.all(roles.map((role) => work(actorOf(role), {}).then(() => [role], () => [])));
    expect(through.flat()).toEqual(roleAbilities[ability]);
  }
});
