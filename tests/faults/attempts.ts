import { setTimeout as passed } from "node:timers/promises";
import { expect } from "vitest";
import type { App } from "../support/app/app.ts";
import { createAffiliate } from "../support/database/affiliates.ts";
import {
  createPick,
  createUser,
  formFields,
  nextNumber,
  pickFields,
  testPassword,
} from "../support/database/factories.ts";
import { visibleText } from "../support/pages/html.ts";

export interface Attempts {
  writes: Record<string, () => Promise<Response>>;
  reads: Record<string, () => Promise<Response>>;
}

interface Timed {
  name: string;
  status: number;
  text: string;
  ms: number;
}

const pages = [
  "/dashboard",
  "/propicks",
  "/history",
  "/propicks-history",
  "/my-card",
  "/learn",
  "/profile",
  "/settings",
];
const patienceMs = 2500;

export async function prepareAttempts(app: App): Promise<Attempts> {
  const [member, staff] = [await app.signedIn("user"), await app.signedIn("superadmin")];
  // A save without changes isn't written, so each attempt uses another pick and the other display mode.
  const open: number[] = [];
  for (let count = 0; count < 30; count += 1)
    open.push((await createPick(app.db, { created_at: new Date().toISOString() })).id);
  let isLight = false;
  const referrer = await app.db
    .selectFrom("affiliates")
    .select("ref_code")
    .where("id", "=", await createAffiliate(app.db))
    .executeTakeFirstOrThrow();
  const guest = await createUser(app.db);
  const email = () => `new${nextNumber()}@example.test`;
  const signUp = () => ({
    name: "Jordan Test",
    phone: "555-0100",
    email: email(),
    password: testPassword,
    confirm_password: testPassword,
    age_confirmed: "yes",
  });
  // Rate limits count by address, so each request has its own.
  const postAsVisitor = (path: string, fields: Record<string, string>) =>
    app.client().fetch(path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { Origin: app.origin, "X-Forwarded-For": `10.0.${nextNumber() >> 8}.${nextNumber() & 255}` },
    });
  return {
    writes: {
      "saving a pick": () => member.post("/dashboard", { pick_id: open.shift() }),
      "publishing a pick": () => staff.post("/admin/picks", formFields({ pick: `Knicks +${nextNumber()}` })),
      "publishing a pick by the API": () => staff.call("POST", "/api/picks", pickFields()),
      settings: () => {
        isLight = !isLight;
        return member.post("/settings", {
          email_notifications: "enabled",
          sms_alerts: "disabled",
          display_mode: isLight ? "light" : "dark",
        });
      },
      "the side panels": () => staff.post("/admin/sidebar", { results: `${nextNumber()}`, notes: "", next: "" }),
      "a lesson": () => staff.call("POST", "/api/tips", { content: `Tip ${nextNumber()}` }),
      "an affiliate": () => staff.call("POST", "/api/affiliates", { name: "Courtside", email: email() }),
      "a sign-in": () => postAsVisitor("/login", { email: guest.email, password: testPassword }),
      "a sign-up": () => postAsVisitor("/signup?payment_success=true", signUp()),
      "a reset code": () => postAsVisitor("/forgot-password", { email: email() }),
    },
    reads: {
      ...Object.fromEntries(pages.map((path) => [path, () => member.get(path)])),
      "/": () => app.client().get("/"),
      "/admin/users": () => staff.get("/admin/users"),
      "a page with an affiliate's code": () =>
        app.client().fetch(`/?ref=${referrer.ref_code}`, {
          headers: { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0" },
        }),
      "a list of the API": () => member.call("GET", "/api/picks"),
    },
  };
}

/** Makes every page view update the session's seen_at. */
export async function makeSessionsOld({ db }: App): Promise<void> {
  await db
    .updateTable("sessions")
    .set({ seen_at: new Date(Date.now() - 600_000).toISOString() })
    .execute();
}

/** Expects 503 in time for all writes and 200 for reads meanwhile. Returns the longest read in ms. */
export async function expectRefusedWrites({ writes, reads }: Attempts): Promise<number> {
  let writing = true;
  const refused = Promise.all(Object.entries(writes).map(timed)).finally(() => {
    writing = false;
  });
  const answered: Timed[] = [];
  do {
    answered.push(...(await Promise.all(Object.entries(reads).map(timed))));
    await passed(20);
  } while (writing);
  const outcome = (await refused).map(({ name, status, text, ms }) => ({
    name,
    status,
    hasMessage: text.includes("The server can't save right now. Please try again in a moment."),
    inTime: ms < patienceMs || Math.round(ms),
  }));
  expect(outcome).toEqual(Object.keys(writes).map((name) => ({ name, status: 503, hasMessage: true, inTime: true })));
  expect(answered.filter(({ status }) => status !== 200)).toEqual([]);
  return Math.max(...answered.map(({ ms }) => ms));
}

export async function expectAcceptedWrites({ writes }: Attempts): Promise<number> {
  const answers = await Promise.all(Object.entries(writes).map(timed));
  expect(answers.filter(({ status }) => ![200, 201, 303].includes(status))).toEqual([]);
  return answers.length;
}

async function timed([name, attempt]: [string, () => Promise<Response>]): Promise<Timed> {
  const began = performance.now();
  const answer = await attempt();
  const body = await answer.text();
  const ms = performance.now() - began;
  return {
    name,
    status: answer.status,
    text: /json/.test(answer.headers.get("content-type") ?? "") ? body : visibleText(body),
    ms,
  };
}
