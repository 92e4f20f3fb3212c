/** Clients that write without pauses, one for each kind of write, and the query that reads each kind back. */
import type { App, Client } from "../support/app/app.ts";
import { createAffiliate, createDueAffiliate } from "../support/database/affiliates.ts";
import { createUser, formFields, nextNumber, testPassword } from "../support/database/factories.ts";
import { publish } from "../support/database/picks.ts";
import type { StripeStandIn } from "../support/stripe.ts";
import type { Write } from "./ledger.ts";

type Answer = Readonly<Record<string, unknown>> | null;
type Writes = AsyncGenerator<Write, void, Answer>;

export interface Kind {
  name: string;
  writes: Writes;
  stored: string;
}

interface People {
  staff: Client;
  member: Client;
  memberId: number;
}

const agent =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const settings = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  email_notifications: bits & 1,
  sms_alerts: (bits >> 1) & 1,
  display_mode: bits & 4 ? "light" : "dark",
}));

/** Every kind of write. Also inserts the rows that they need. */
export async function everyKind(
  { db }: Pick<App, "db">,
  client: () => Client,
  { staff, member, memberId }: People,
  stripe: StripeStandIn,
): Promise<Kind[]> {
  const open: number[] = [];
  for (let index = 0; index < 12; index += 1) open.push(await publish(staff, { game: "To be saved" }));
  const due: number[] = [];
  const resetEmails: string[] = [];
  const guests: string[] = [];
  await db.transaction().execute(async (trx) => {
    for (let index = 0; index < 300; index += 1) due.push(await createDueAffiliate(trx));
    for (let index = 0; index < 600; index += 1)
      resetEmails.push((await createUser(trx, { email: `forgets${index}@example.test` })).email);
    for (let index = 0; index < 60; index += 1) await createAffiliate(trx, { name: "Visited" });
    for (let index = 0; index < 200; index += 1)
      guests.push((await createUser(trx, { email: `comes${index}@example.test` })).email);
  });
  const referrer = await db
    .selectFrom("affiliates")
    .selectAll()
    .where("id", "=", await createAffiliate(db))
    .executeTakeFirstOrThrow();
  const visited = await db.selectFrom("affiliates").selectAll().where("name", "=", "Visited").execute();
  const subscribed = stripe.buy("subscribed@example.test");
  const call = (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
    by: Client = staff,
  ) =>
    by.fetch(path, {
      method,
      headers: {
        Origin: by.origin,
        "Sec-Fetch-Site": "same-origin",
        "Content-Type": "application/json",
        "X-Forwarded-For": address(),
        "User-Agent": agent,
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  async function* savedPicks(): Writes {
    for (let saved = false; ; saved = !saved) {
      for (const id of open) {
        yield {
          key: String(id),
          value: saved ? null : "saved",
          send: () =>
            saved
              ? call("DELETE", `/api/member-picks/${id}`, undefined, {}, member)
              : call("POST", "/api/member-picks", { pick_id: id }, {}, member),
        };
      }
    }
  }

  async function* picks(path: string, name: string): Writes {
    for (let index = 0; ; index += 1) {
      const [key, lose] = [`${name} ${index}`, index % 2 === 0];
      const made = yield { key, value: "Knicks +2.5||", send: () => call("POST", path, formFields({ game: key })) };
      if (made === null) continue;
      const one = `${path}/${Number(made.id)}`;
      yield { key, value: "Knicks +3.5||", send: () => call("PUT", one, { pick: "Knicks +3.5" }) };
      const [verdict, units_result] = lose ? ["❌", "-1.5"] : ["✅", "1.36"];
      yield {
        key,
        value: `Knicks +3.5|${verdict}|${units_result}`,
        send: () => call("PUT", one, { pick: "Knicks +3.5", verdict, units_result }),
      };
      if (index % 3 === 0) yield { key, value: null, send: () => call("DELETE", one) };
    }
  }

  async function* signUps(): Writes {
    for (;;) {
      const email = `signs-up${nextNumber()}@example.test`;
      const { session, subscription } = stripe.buy(email);
      const body = { name: "Jordan Test", phone: "555-0100", email, password: testPassword, session_id: session.id };
      yield {
        key: email,
        value: `${referrer.id}|980|${subscription.id}`,
        send: () => call("POST", "/api/signup", body, { "X-Affiliate-Ref": referrer.ref_code }, client()),
      };
    }
  }

  async function* signIns(): Writes {
    for (const email of guests) {
      yield {
        key: email,
        value: "session",
        send: () => {
          const guest = client();
          return guest.fetch("/login", {
            method: "POST",
            body: new URLSearchParams({ email, password: testPassword }),
            headers: { Origin: guest.origin, "X-Forwarded-For": address() },
          });
        },
      };
    }
  }

  async function* settingsChanges(): Writes {
    for (let index = 0; ; index += 1) {
      const { email_notifications, sms_alerts, display_mode } = settings[index % settings.length] ?? {
        email_notifications: 1,
        sms_alerts: 0,
        display_mode: "dark",
      };
      const body = {
        email_notifications: enabledOrDisabled(email_notifications),
        sms_alerts: enabledOrDisabled(sms_alerts),
        display_mode,
      };
      yield {
        key: "settings",
        value: `${email_notifications}${sms_alerts}${display_mode}`,
        send: () => call("PUT", "/api/settings", body, {}, member),
      };
    }
  }

  async function* profiles(): Writes {
    for (let index = 0; ; index += 1)
      yield {
        key: "name",
        value: `Jordan ${index}`,
        send: () => call("PUT", `/api/users/${memberId}`, { name: `Jordan ${index}`, phone: "555-0100" }, {}, member),
      };
  }

  async function* panels(): Writes {
    for (let index = 0; ; index += 1)
      yield {
        key: "notes",
        value: `Notes ${index}`,
        send: () => call("POST", "/api/sidebar", { notes: `Notes ${index}` }),
      };
  }

  async function* lessons(): Writes {
    for (let index = 0; ; index += 1)
      yield {
        key: "1",
        value: `**Edge** ${index}`,
        send: () => call("POST", "/api/learn", { type: "glossary", content: `**Edge** ${index}` }),
      };
  }

  async function* tips(): Writes {
    // Each save copies the whole list into the audit trail: a few hundred are enough.
    for (let index = 0; index < 300; index += 1)
      yield { key: `Tip ${index}`, value: "tip", send: () => call("POST", "/api/tips", { content: `Tip ${index}` }) };
  }

  async function* affiliates(): Writes {
    for (let index = 0; ; index += 1) {
      const key = `adds${index}@example.test`;
      const made = yield {
        key,
        value: "Courtside|0",
        send: () => call("POST", "/api/affiliates", { name: "Courtside", email: key }),
      };
      if (made === null) continue;
      const renamed = yield {
        key,
        value: "Baseline|0",
        send: () => call("PUT", `/api/affiliates/${Number(made.id)}`, { name: "Baseline" }),
      };
      if (renamed !== null && index % 2 === 0)
        yield { key, value: "Baseline|1", send: () => call("DELETE", `/api/affiliates/${Number(made.id)}`) };
    }
  }

  async function* payouts(): Writes {
    for (const id of due)
      yield {
        key: String(id),
        value: "980",
        send: () => staff.post("/admin/affiliates/payouts/confirm", { [`pay_${id}`]: "980" }),
      };
  }

  async function* codes(): Writes {
    for (const email of resetEmails)
      yield { key: email, value: "reset-code", send: () => call("POST", "/api/request-otp", { email }, {}, client()) };
  }

  async function* accounts(): Writes {
    for (let index = 0; ; index += 1) {
      const key = `made${index}@example.test`;
      const made = yield {
        key,
        value: "user|Active",
        send: () => call("POST", "/api/users", { email: key, password: testPassword, role: "user" }),
      };
      if (made === null) continue;
      yield { key, value: "user|Suspended", send: () => call("PUT", `/api/users/${Number(made.id)}/status`) };
      if (index % 2 === 0) yield { key, value: null, send: () => call("DELETE", `/api/users/${Number(made.id)}`) };
    }
  }

  async function* payments(): Writes {
    for (;;) {
      const invoice = stripe.charge(subscribed.subscription);
      yield {
        key: invoice.id,
        value: "4900",
        send: () => stripe.deliver(staff.origin, stripe.event("invoice.paid", invoice.id)),
      };
    }
  }

  async function* visits(): Writes {
    // Stops counting an affiliate when one answer is missing, because the visit may have been counted.
    for (const { id, ref_code } of visited) {
      for (let [count, answer]: [number, Answer] = [1, {}]; answer !== null; count += 1) {
        answer = yield {
          key: String(id),
          value: String(count),
          send: async () => {
            const answer = await call("POST", "/api/track-visit", {}, { "X-Affiliate-Ref": ref_code }, client());
            // A visit that can't be counted is answered, too, but without the cookie.
            if (answer.headers.getSetCookie().length === 0) throw new Error("The visit was not counted.");
            return answer;
          },
        };
      }
    }
  }

  return [
    {
      name: "card",
      writes: savedPicks(),
      stored: `select pick_id as key, 'saved' as value from saved_picks where user_id = ${memberId}`,
    },
    { name: "pick", writes: picks("/api/picks", "Regular"), stored: storedPicks("Regular") },
    { name: "pro pick", writes: picks("/api/propicks", "Pro"), stored: storedPicks("Pro") },
    {
      name: "sign-up",
      writes: signUps(),
      stored: `select u.email as key, concat(r.affiliate_id, '|', c.amount_cents, '|', s.id) as value from users u left join referrals r on r.user_id = u.id
        left join commissions c on c.referral_id = r.id left join subscriptions s on s.user_id = u.id where u.email like 'signs-up%'`,
    },
    {
      name: "sign-in",
      writes: signIns(),
      stored:
        "select u.email as key, 'session' as value from sessions s join users u on u.id = s.user_id where u.email like 'comes%'",
    },
    {
      name: "settings",
      writes: settingsChanges(),
      stored: `select 'settings' as key, concat(email_notifications, sms_alerts, display_mode) as value from users where id = ${memberId}`,
    },
    {
      name: "profile",
      writes: profiles(),
      stored: `select 'name' as key, name as value from users where id = ${memberId}`,
    },
    { name: "sidebar", writes: panels(), stored: "select 'notes' as key, notes as value from sidebar" },
    {
      name: "glossary",
      writes: lessons(),
      stored: "select position as key, body as value from learn_entries where kind = 'glossary'",
    },
    { name: "tip", writes: tips(), stored: "select body as key, 'tip' as value from learn_entries where kind = 'tip'" },
    {
      name: "affiliate",
      writes: affiliates(),
      stored:
        "select email as key, concat(name, '|', case when deleted_at is null then 0 else 1 end) as value from affiliates where email like 'adds%'",
    },
    {
      name: "payout",
      writes: payouts(),
      stored:
        "select c.affiliate_id as key, c.amount_cents as value from payout_items i join commissions c on c.id = i.commission_id",
    },
    {
      name: "reset code",
      writes: codes(),
      stored:
        "select u.email as key, o.kind as value from outbox o join users u on u.id = o.user_id where u.email like 'forgets%' and o.kind = 'reset-code'",
    },
    {
      name: "account",
      writes: accounts(),
      stored: "select email as key, concat(role, '|', status) as value from users where email like 'made%'",
    },
    {
      name: "payment",
      writes: payments(),
      stored: `select invoice_id as key, amount_cents as value from payments where subscription_id = '${subscribed.subscription.id}'`,
    },
    {
      name: "visit",
      writes: visits(),
      stored:
        "select affiliate_id as key, visits as value from affiliate_visits v join affiliates a on a.id = v.affiliate_id where a.name = 'Visited'",
    },
  ];
}

function storedPicks(name: string): string {
  return `select game as key, concat(pick, '|', verdict, '|', units_result) as value from picks where game like '${name} %'`;
}

function enabledOrDisabled(flag: number): string {
  return flag === 1 ? "enabled" : "disabled";
}

/** A new address each time, because rate limits count by address. */
function address(): string {
  const number = nextNumber();
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}
