import type { z } from "zod";
import {
  type Ability,
  type KeyAbility,
  type OpenAbility,
  type Role,
  type Scope,
  can,
  isLapsed,
  keyCan,
} from "../policy.ts";
import { env } from "../env.server.ts";
import { onBreakText } from "./break.ts";
import type { OddsFormat } from "./odds-format.ts";
import { type Held, heldTexts } from "./payment-hold.ts";
import { type FieldErrors, Refusal } from "../refusal.ts";

export interface Person {
  id: number;
  name: string;
  email: string;
  role: Role;
  /** True when their membership has ended or their payment isn't confirmed, and during a break. */
  lapsed: boolean;
  /** Set while staff check their payment, and after staff refuse it. */
  held?: Held | null;
  /** The end of the break that they take from picks; null = none. */
  breakUntil?: string | null;
  twoFactorDue: boolean;
  /** How prices are shown to them. */
  odds: OddsFormat;
  /** Grows each time their access is revoked: see writeAs. */
  epoch: number;
}

/** A program's key, which has no account. */
export interface ProgramKey {
  id: number;
  name: string;
  scopes: readonly Scope[];
}

/** The caller: a person, a program with a key, or a visitor with neither. */
export interface Actor {
  person: Person | null;
  key: ProgramKey | null;
  /** The session's row id; null for a visitor or an API token. */
  session: number | null;
  /** The client's IPv4 address or IPv6 /64, for rate limits. */
  address: string;
  /** The browser's random id; null on a first visit or for an API client. */
  device: string | null;
}

export interface SignedInActor extends Actor {
  person: Person;
  key: null;
}

interface ProgramActor extends Actor {
  person: null;
  key: ProgramKey;
}

/** A job of the server, as the trail names it. */
export type Job = "Results feed" | "Demo";

/** A job of the server itself: no request can become one. */
interface JobActor extends Actor {
  person: null;
  key: null;
  job: Job;
}

/** The author of a change of picks: a person, a program with a key, or a job of the server. */
export type Caller = SignedInActor | ProgramActor | JobActor;

export function jobActor(job: Job): JobActor {
  return { person: null, key: null, job, session: null, address: "", device: null };
}

type ActorFor<A extends Ability> = A extends OpenAbility ? Actor : A extends KeyAbility ? Caller : SignedInActor;

export interface Operation<Result> {
  (actor: Actor, input: unknown): Promise<Result>;
  readonly ability: Ability;
  readonly schema: z.ZodType;
}

/**
 * A use case. Checks the ability before it parses, so that a stranger learns nothing about fields. Refuses with
 * "signed-out", "forbidden" or "invalid" (with a message for each bad field) before `run` starts.
 */
export function operation<A extends Ability, S extends z.ZodType, Result>(
  ability: A,
  schema: S,
  run: (actor: ActorFor<A>, input: z.output<S>) => Promise<Result>,
  forbiddenText?: string,
): Operation<Result> {
  const perform = async (actor: Actor, input: unknown): Promise<Result> => {
    authorise(actor, ability, forbiddenText);
    return run(actor, parse(schema, input));
  };
  return Object.assign(perform, { ability, schema });
}

export function withView<Result, View>(use: Operation<Result>, toView: (result: Result) => View): Operation<View> {
  return Object.assign(async (actor: Actor, input: unknown) => toView(await use(actor, input)), {
    ability: use.ability,
    schema: use.schema,
  });
}

export function signedOut(): Refusal {
  return new Refusal("signed-out", "Please login first!");
}

export const keyText = "This key may not do that.";
export const notAuthorized = "You are not authorized.";
const forbiddenTexts: Partial<Record<Ability, string>> = {
  "users.manage": "Access Denied. Only Super Admin can manage users.",
};

function authorise<A extends Ability>(
  actor: Actor,
  ability: A,
  forbiddenText = forbiddenTexts[ability] ?? notAuthorized,
): asserts actor is ActorFor<A> {
  if (may(actor, ability)) return;
  if (actor.key !== null) throw new Refusal("forbidden", keyText);
  if (actor.person === null) throw signedOut();
  if (actor.person.twoFactorDue && can({ ...actor.person, twoFactorDue: false }, ability))
    throw new Refusal("forbidden", "All staff must use two-factor sign-in. Set it up on your profile first.");
  if (isLapsed(actor.person) && can({ ...actor.person, lapsed: false }, ability))
    throw new Refusal("forbidden", lapsedText(actor.person));
  throw new Refusal("forbidden", forbiddenText);
}

export function may({ person, key }: Actor, ability: Ability): boolean {
  return key === null ? can(person, ability) : keyCan(key.scopes, ability);
}

function lapsedText({ held, breakUntil }: Person): string {
  if (breakUntil) return onBreakText(breakUntil, env.SITE_TIMEZONE);
  return held ? `${heldTexts[held]}.` : "Your membership has ended. Your profile shows how to renew it.";
}

function parse<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new Refusal("invalid", "Please check the marked fields.", { fields: fieldErrors(parsed.error) });
}

export function fieldErrors(error: z.ZodError): FieldErrors {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[String(issue.path[0] ?? "form")] ??= issue.message;
  return fields;
}
