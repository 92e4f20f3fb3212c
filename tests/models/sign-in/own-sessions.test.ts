import { expect, test, vi } from "vitest";
import { db } from "../../../app/db.server.ts";
import type { SignedInActor } from "../../../app/models/operation.server.ts";
import { endOwnSession, listOwnSessions } from "../../../app/models/sign-in/own-sessions.server.ts";
import { absoluteMs, beginSession, findBearer, findSession, idleMs, issueApiToken } from "../../../app/models/sign-in/session.server.ts";
import type { Role } from "../../../app/policy.ts";
import { actorOf, createUser, recognise, visitor } from "../../support/database/factories.ts";

const phone = { browser: "Safari on iPhone", network: "203.0.113.x" };

/** Signs in once more: the secret id of the session, and who asks by it. */
async function signIn(actor: SignedInActor): Promise<{ secret: string; own: SignedInActor; id: number }> {
  const secret = await beginSession(await recognise(db, actor.person), null, phone);
  const id = (await findSession(secret))?.sessionId ?? 0;
  return { secret, id, own: { ...actor, session: id } };
}

async function newPerson(role: Role = "user"): Promise<SignedInActor> {
  return actorOf(role, (await createUser(db, { role })).id);
}

test("are those of whoever asks: this one first, then the last used, with where each began", async () => {
  const [me, other] = [await newPerson(), await newPerson()];
  const [first, second, third] = [await signIn(me), await signIn(me), await signIn(me)];
  await signIn(other);
  await db.updateTable("sessions").set({ seen_at: new Date(Date.now() + 1000).toISOString() }).where("id", "=", second.id).execute();
  const listed = await listOwnSessions(first.own, {});
  expect(listed.map(({ id, current }) => [id, current])).toEqual([[first.id, true], [second.id, false], [third.id, false]]);
  expect(listed[0]).toEqual({ ...phone, id: first.id, current: true, created_at: expect.any(String), seen_at: expect.any(String) });
  await expect(listOwnSessions(visitor, {})).rejects.toMatchObject({ reason: "signed-out" });
});

test.each([["user", idleMs.member], ["admin", idleMs.staff]] as const)("of a %s are not listed when they went idle, or are thirty days old", async (role, idle) => {
  const me = await newPerson(role);
  const { own } = await signIn(me);
  const listedAfter = async (ms: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    const listed = await listOwnSessions(own, {});
    vi.useRealTimers();
    return listed.length;
  };
  expect([await listedAfter(idle - 60_000), await listedAfter(idle)]).toEqual([1, 0]);
  await db.updateTable("sessions").set({ seen_at: new Date(Date.now() + absoluteMs).toISOString() }).where("user_id", "=", me.person.id).execute();
  expect([await listedAfter(absoluteMs - 60_000), await listedAfter(absoluteMs)]).toEqual([1, 0]);
});

test("end one by one, with the bearer of the same sign-in, and in the trail", async () => {
  const me = await newPerson();
  const [here, there] = [await signIn(me), await signIn(me)];
  const token = await issueApiToken(await recognise(db, me.person), there.secret);
  await endOwnSession(here.own, { session_id: there.id });
  expect([await findSession(there.secret), await findBearer(token), (await findSession(here.secret))?.sessionId]).toEqual([null, null, here.id]);
  const ended = await db.selectFrom("audit").select("actor_id").where("action", "=", "session.ended").where("subject_id", "=", me.person.id).execute();
  expect(ended).toEqual([{ actor_id: me.person.id }]);
  await expect(endOwnSession(here.own, { session_id: there.id })).rejects.toMatchObject({ reason: "not-found", message: "That session has already ended." });
});

test("of others are not there", async () => {
  const [me, other] = [await newPerson(), await newPerson()];
  const [{ own }, theirs] = [await signIn(me), await signIn(other)];
  await expect(endOwnSession(own, { session_id: theirs.id })).rejects.toMatchObject({ reason: "not-found" });
  expect(await findSession(theirs.secret)).not.toBeNull();
});
