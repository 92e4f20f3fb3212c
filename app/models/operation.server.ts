import type { z } from "zod";
import type { Ability, OpenAbility, Role } from "../policy.ts";
import { can, isLapsed } from "../policy.ts";
import type { Held } from "./billing/membership.ts";
import { heldTexts } from "./billing/membership.ts";
import type { FieldErrors } from "../refusal.ts";
import { Refusal } from "../refusal.ts";

/** Whoever is signed in, as read from the database for this request. */
export interface Person {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** True when what they paid for has ended, or is not confirmed yet. */
  lapsed: boolean;
  /** Set where staff have to confirm their payment first, or could not. */
  held?: Held | null;
  /** True when they must set up two-factor sign-in before anything else. */
  twoFactorDue: boolean;
  /** How often their access had been ended when this was read: see writeAs. */
  epoch: number;
}

/** Who asks, and from where. `person` is null for a visitor. */
export interface Actor {
  person: Person | null;
  /** The row of the session that asks; null for a visitor or a bearer. */
  session: number | null;
  /** The client's address, of IPv6 its /64: for throttles. */
  address: string;
  /** The random id of the browser (null = first visit, or an API client). */
  device: string | null;
}

export interface SignedInActor extends Actor {
  person: Person;
}

type ActorFor<A extends Ability> = A extends OpenAbility ? Actor : SignedInActor;

export interface Operation<Result> {
  (actor: Actor, input: unknown): Promise<Result>;
  readonly ability: Ability;
  /** What it takes. */
  readonly schema: z.ZodType;
}

/**
 * A use case: who may, what input, what happens. Authorises before it parses, so that a stranger learns nothing about fields.
 * Refuses with "signed-out", "forbidden" or "invalid" (with a text for each bad field) before `run` sees anything.
 */
export function operation<A extends Ability, S extends z.ZodType, Result>(
  ability: A,
  schema: S,
  run: (actor: ActorFor<A>, input: z.output<S>) => Promise<Result>,
  /** What somebody who may not is told, where it is more than that. */
  refused?: string,
): Operation<Result> {
  const perform = async (actor: Actor, input: unknown): Promise<Result> => {
    authorise(actor, ability, refused);
    return run(actor, parse(schema, input));
  };
  return Object.assign(perform, { ability, schema });
}

/** The same use case with its result as a page shows it. */
export function withView<Result, View>(use: Operation<Result>, toView: (result: Result) => View): Operation<View> {
  return Object.assign(async (actor: Actor, input: unknown) => toView(await use(actor, input)), { ability: use.ability, schema: use.schema });
}

/** What whoever has to sign in first is refused with: "signed-out". */
export function signedOut(): Refusal {
  return new Refusal("signed-out", "Please login first!");
}

export const notAuthorized = "You are not authorized.";
/** The same for all that takes an ability. */
const refusals: Partial<Record<Ability, string>> = { "users.manage": "Access Denied. Only Super Admin can manage users." };

function authorise<A extends Ability>(actor: Actor, ability: A, refused = refusals[ability] ?? notAuthorized): asserts actor is ActorFor<A> {
  if (can(actor.person, ability)) return;
  if (actor.person === null) throw signedOut();
  if (actor.person.twoFactorDue && can({ ...actor.person, twoFactorDue: false }, ability)) throw new Refusal("forbidden", "Set up two-factor sign-in on your profile first: this site requires it of all staff.");
  if (isLapsed(actor.person) && can({ ...actor.person, lapsed: false }, ability)) throw new Refusal("forbidden", lapsedText(actor.person));
  throw new Refusal("forbidden", refused);
}

function lapsedText({ held }: Person): string {
  return held ? `${heldTexts[held]}.` : "Your membership has ended. Your profile shows how to renew it.";
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Refusal("invalid", "Please check the marked fields.", { fields: fieldErrors(parsed.error) });
}

function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[String(issue.path[0] ?? "form")] ??= issue.message;
  return fields;
}
