import { expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import {
  addAffiliate,
  deleteAffiliate,
  renewPageLink,
  saveAffiliate,
} from "../../../app/models/affiliates/affiliate.server.ts";
import { approveAffiliation, dismissAffiliation } from "../../../app/models/affiliates/affiliate-request.server.ts";
import { addTip, saveLearn } from "../../../app/models/content/learn.server.ts";
import type { Operation, SignedInActor } from "../../../app/models/operation.server.ts";
import { changeOwnPassword } from "../../../app/models/sign-in/own-password.server.ts";
import { payDue } from "../../../app/models/affiliates/payout.server.ts";
import { takeBack } from "../../../app/models/affiliates/referral-list.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { saveOwnProfile } from "../../../app/models/people/profile.server.ts";
import { regularCard, removeFromOwnCard } from "../../../app/models/card/saved-pick.server.ts";
import { endAccess } from "../../../app/models/sign-in/access.server.ts";
import { saveOwnSettings } from "../../../app/models/people/settings.server.ts";
import { saveSidebar } from "../../../app/models/content/sidebar.server.ts";
import { changeTwoFactor } from "../../../app/models/sign-in/two-factor.server.ts";
import { addUser } from "../../../app/models/people/user.server.ts";
import {
  deleteUser,
  giveRole,
  resetTwoFactor,
  resetUserPassword,
  switchStatus,
} from "../../../app/models/people/user-account.server.ts";
import type { Role } from "../../../app/policy.ts";
import { actorOf, createPick, createUser, pickFields, testPassword } from "../../support/database/factories.ts";

const newPassword = "another-horse-9";
const other = await createUser(db);
const pick = await createPick(db);
const id = String(pick.id);
const userId = String(other.id);

const writes: readonly (readonly [string, Role, Operation<unknown>, object])[] = [
  ["addUser", "superadmin", addUser, { email: "new@example.test", password: newPassword, role: "admin", name: "" }],
  ["resetUserPassword", "superadmin", resetUserPassword, { id: userId, password: newPassword }],
  ["switchStatus", "superadmin", switchStatus, { id: userId, status: "Suspended" }],
  ["giveRole", "superadmin", giveRole, { id: userId, role: "admin" }],
  ["resetTwoFactor", "superadmin", resetTwoFactor, { id: userId }],
  ["deleteUser", "superadmin", deleteUser, { id: userId }],
  ["changeOwnPassword", "user", changeOwnPassword, { current_password: testPassword, password: newPassword }],
  ["saveOwnProfile", "user", saveOwnProfile, { name: "Somebody Else" }],
  ["saveOwnSettings", "user", saveOwnSettings, { display_mode: "light" }],
  ["saveToOwnCard", "user", regularCard.saveToOwnCard, { pick_id: id }],
  ["removeFromOwnCard", "user", removeFromOwnCard, { id }],
  ["changeTwoFactor", "admin", changeTwoFactor, { step: "begin" }],
  ["publishPick", "admin", regularPicks.addPick, pickFields()],
  ["addPickOnce", "admin", regularPicks.addPickOnce, pickFields()],
  ["savePick", "admin", regularPicks.savePick, { id, verdict: "✅" }],
  ["deletePick", "admin", regularPicks.deletePick, { id }],
  ["saveSidebar", "admin", saveSidebar, { results: "5-2" }],
  ["saveLearn", "admin", saveLearn, { type: "tip", content: "Shop for the best line." }],
  ["addTip", "admin", addTip, { content: "Shop for the best line." }],
  [
    "addAffiliate",
    "admin",
    addAffiliate,
    { name: "Dana Sample", email: "dana@example.test", commission_percent: "20" },
  ],
  ["saveAffiliate", "admin", saveAffiliate, { id: "1", name: "Dana Sample" }],
  ["deleteAffiliate", "admin", deleteAffiliate, { id: "1" }],
  ["renewPageLink", "admin", renewPageLink, { id: "1" }],
  ["approveAffiliation", "admin", approveAffiliation, { id: "1" }],
  ["dismissAffiliation", "admin", dismissAffiliation, { id: "1" }],
  ["takeBack", "admin", takeBack, { id: "1", referral: "1", reason: "A lost dispute" }],
  ["payDue", "admin", payDue, { pay_1: "39.20" }],
];

async function newActor(role: Role): Promise<SignedInActor> {
  const user = await createUser(db, { role });
  return actorOf(role, user.id);
}

const rows = async () =>
  JSON.stringify(
    await Promise.all(
      (
        [
          "users",
          "picks",
          "saved_picks",
          "sidebar",
          "learn_lists",
          "learn_entries",
          "affiliates",
          "two_factors",
          "audit",
        ] as const
      ).map((table) => db.selectFrom(table).selectAll().execute()),
    ),
  );

it.each(writes)("%s: writes nothing when the access was revoked in between", async (_name, role, perform, input) => {
  const actor = await newActor(role);
  await write((trx) => endAccess(trx, actor.person.id));
  const before = await rows();
  await expect(perform(actor, input)).rejects.toMatchObject({ reason: "signed-out", message: "Please login first!" });
  expect(await rows()).toBe(before);
});

it.each(writes)("%s: writes nothing when the account was deleted in between", async (_name, role, perform, input) => {
  const actor = await newActor(role);
  await db.deleteFrom("users").where("id", "=", actor.person.id).execute();
  await expect(perform(actor, input)).rejects.toMatchObject({ reason: "signed-out" });
});

it("addUser creates no account when its superadmin is suspended while the password is hashed", async () => {
  const [creator, otherSuperadmin] = [await newActor("superadmin"), await newActor("superadmin")];
  const pending = addUser(creator, { email: "late@example.test", password: newPassword, role: "admin", name: "" });
  const outcome = expect(pending).rejects.toMatchObject({ reason: "signed-out" });
  await switchStatus(otherSuperadmin, { id: String(creator.person.id), status: "Suspended" });
  await outcome;
  expect(await db.selectFrom("users").select("id").where("email", "=", "late@example.test").execute()).toEqual([]);
});
