import { expect, test, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import type { SignedInActor } from "../../../app/models/operation.server.ts";
import { endOwnSession, listOwnSessions } from "../../../app/models/sign-in/own-sessions.server.ts";
import { endAccess } from "../../../app/models/sign-in/access.server.ts";
import {
  absoluteMs,
  beginSession,
  endSession,
  findSession,
  idleMs,
} from "../../../app/models/sign-in/session.server.ts";
import { findBearer, issueApiToken } from "../../../app/models/sign-in/api-token.server.ts";
import { deleteExpired } from "../../../app/models/upkeep/delete-expired.server.ts";
import type { Role } from "../../../app/policy.ts";
import { actorOf, addDevice, createUser, recognise, visitor } from "../../support/database/factories.ts";

const phone = { browser: "Safari on iPhone", network: "203.0.113.x" };

/** Signs in; returns the session's secret and the actor with that session. */
async function signIn(actor: SignedInActor): Promise<{ secret: string; own: SignedInActor; id: number }> {
  const secret = await beginSession(await recognise(db, actor.person), null, phone);
  const id = (await findSession(secret))?.sessionId ?? 0;
  return { secret, id, own: { ...actor, session: id } };
}

async function newPerson(role: Role = "user"): Promise<SignedInActor> {
  return actorOf(role, (await createUser(db, { role })).id);
}

test("own sessions are listed: the current one first, then by last use, with browser and network", async () => {
  const [owner, other] = [await newPerson(), await newPerson()];
  const [first, second, third] = [await signIn(owner), await signIn(owner), await signIn(owner)];
  await signIn(other);
  await db
    .updateTable("sessions")
    .set({ seen_at: new Date(Date.now() + 1000).toISOString() })
    .where("id", "=", second.id)
    .execute();
  const listed = await listOwnSessions(first.own, {});
  expect(listed.map(({ id, current }) => [id, current])).toEqual([
    [first.id, true],
    [second.id, false],
    [third.id, false],
  ]);
  expect(listed[0]).toEqual({
    ...phone,
    id: first.id,
    current: true,
    created_at: expect.any(String),
    seen_at: expect.any(String),
  });
  await expect(listOwnSessions(visitor, {})).rejects.toMatchObject({ reason: "signed-out" });
});

test.each([
  ["user", idleMs.member],
  ["admin", idleMs.staff],
] as const)("the sessions of a %s are not listed when they are idle, or thirty days old", async (role, idle) => {
  const owner = await newPerson(role);
  const { own } = await signIn(owner);
  const listedAfter = async (ms: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    const listed = await listOwnSessions(own, {});
    vi.useRealTimers();
    return listed.length;
  };
  expect([await listedAfter(idle - 60_000), await listedAfter(idle)]).toEqual([1, 0]);
  await db
    .updateTable("sessions")
    .set({ seen_at: new Date(Date.now() + absoluteMs).toISOString() })
    .where("user_id", "=", owner.person.id)
    .execute();
  expect([await listedAfter(absoluteMs - 60_000), await listedAfter(absoluteMs)]).toEqual([1, 0]);
});

test("ending a session also ends its API token, and is in the trail", async () => {
  const owner = await newPerson();
  const [currentSignIn, otherSignIn] = [await signIn(owner), await signIn(owner)];
  const token = await issueApiToken(await recognise(db, owner.person), otherSignIn.secret);
  await endOwnSession(currentSignIn.own, { session_id: otherSignIn.id });
  expect([
    await findSession(otherSignIn.secret),
    await findBearer(token),
    (await findSession(currentSignIn.secret))?.sessionId,
  ]).toEqual([null, null, currentSignIn.id]);
  const ended = await db
    .selectFrom("audit")
    .select("actor_id")
    .where("action", "=", "session.ended")
    .where("subject_id", "=", owner.person.id)
    .execute();
  expect(ended).toEqual([{ actor_id: owner.person.id }]);
  await expect(endOwnSession(currentSignIn.own, { session_id: otherSignIn.id })).rejects.toMatchObject({
    reason: "not-found",
    message: "That session has already ended.",
  });
});

test("another user's session is not found", async () => {
  const [owner, other] = [await newPerson(), await newPerson()];
  const [{ own }, otherSession] = [await signIn(owner), await signIn(other)];
  await expect(endOwnSession(own, { session_id: otherSession.id })).rejects.toMatchObject({ reason: "not-found" });
  expect(await findSession(otherSession.secret)).not.toBeNull();
});

const devicesOf = async ({ person }: SignedInActor) =>
  (await db.selectFrom("push_devices").select("id").where("user_id", "=", person.id).orderBy("id").execute()).map(
    ({ id }) => id,
  );

test("alerts end with the session that switched them on, but not when it only expires", async () => {
  const owner = await newPerson();
  const [phoneSession, laptopSession, oldSession] = [await signIn(owner), await signIn(owner), await signIn(owner)];
  const [onPhone, onLaptop, onOld] = [
    await addDevice(db, owner.person.id, phoneSession.id),
    await addDevice(db, owner.person.id, laptopSession.id),
    await addDevice(db, owner.person.id, oldSession.id),
  ];
  await db
    .updateTable("sessions")
    .set({ seen_at: "2026-01-01T00:00:00.000Z" })
    .where("id", "=", oldSession.id)
    .execute();
  await deleteExpired(new Date());
  expect(await devicesOf(owner)).toEqual([onPhone, onLaptop, onOld]);
  await endOwnSession(laptopSession.own, { session_id: phoneSession.id });
  expect(await devicesOf(owner)).toEqual([onLaptop, onOld]);
  await write((trx) => endAccess(trx, owner.person.id, laptopSession.id));
  expect(await devicesOf(owner)).toEqual([onLaptop]);
  await endSession(laptopSession.secret);
  expect(await devicesOf(owner)).toEqual([]);
});
