import { expect, it, vi } from "vitest";
import { z } from "zod";
import { operation } from "../../app/models/operation.server.ts";
import { roleAbilities, roles } from "../../app/policy.ts";
import { actorOf, visitor } from "../support/database/factories.ts";

const input = z.object({ name: z.string({ error: "Enter a name." }), age: z.number({ error: "Enter an age." }) });
const manage = operation("picks.manage", input, async (actor, given) => ({ asked: actor.person.role, ...given }));

it("runs with the actor and the parsed input", async () => {
  expect(await manage(actorOf("admin"), { name: "A", age: 3, extra: "dropped" })).toEqual({
    asked: "admin",
    name: "A",
    age: 3,
  });
});

it("exposes its ability", () => expect(manage.ability).toBe("picks.manage"));

it("refuses a visitor as signed out, before it parses the input", async () => {
  const refusal = { reason: "signed-out", message: "Please login first!", fields: undefined };
  await expect(manage(visitor, {})).rejects.toMatchObject(refusal);
  await expect(manage(visitor, { name: "A", age: 3 })).rejects.toMatchObject(refusal);
});

it("refuses a role without the ability, before it parses the input", async () => {
  await expect(manage(actorOf("user"), {})).rejects.toMatchObject({
    reason: "forbidden",
    message: "You are not authorized.",
    fields: undefined,
  });
});

it("parses nothing for a role without the ability", async () => {
  const check = vi.fn(() => true);
  const operationWithCheck = operation("picks.manage", z.unknown().refine(check), async () => "ran");
  await operationWithCheck(visitor, {}).catch(() => undefined);
  await operationWithCheck(actorOf("propicksmanager"), {}).catch(() => undefined);
  expect(check).not.toHaveBeenCalled();
});

it("refuses bad input with one message per field, and does not run", async () => {
  const run = vi.fn(async () => "ran");
  const twice = input.extend({ name: z.string().min(2, "Too short.").regex(/x/, "Needs an x.") });
  const operationWithCheck = operation("picks.manage", twice, run);
  await expect(operationWithCheck(actorOf("admin"), { name: "a" })).rejects.toMatchObject({
    reason: "invalid",
    fields: { name: "Too short.", age: "Enter an age." },
  });
  expect(run).not.toHaveBeenCalled();
});

it.each([null, undefined, "text", 7, []])("refuses %j as invalid, instead of crashing", async (given) => {
  await expect(manage(actorOf("admin"), given)).rejects.toMatchObject({
    reason: "invalid",
    fields: { form: expect.any(String) },
  });
});

it("lets a visitor use an open ability", async () => {
  const readSite = operation("site.read", z.object({}), async (actor) => actor.person);
  expect(await readSite(visitor, {})).toBeNull();
});

it("allows exactly the roles of the policy", async () => {
  for (const ability of ["picks.read", "card.write", "propicks.manage", "sidebar.manage"] as const) {
    const work = operation(ability, z.object({}), async () => "ran");
    const allowedRoles = await Promise.all(
      roles.map((role) =>
        work(actorOf(role), {}).then(
          () => [role],
          () => [],
        ),
      ),
    );
    expect(allowedRoles.flat()).toEqual(roleAbilities[ability]);
  }
});
