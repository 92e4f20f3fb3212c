/** Documents are kept for the next one who is shown the same: nobody may notice, and nobody may get somebody else's. */
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { expect, test, vi } from "vitest";
import { createAffiliate } from "../support/affiliates.ts";
import type { Client } from "../support/app.ts";
import { createConfirmation, createUser } from "../support/factories.ts";
import { decode } from "../support/html.ts";
import { publish } from "../support/picks.ts";
import { soon } from "../support/soon.ts";
import { useApp } from "../support/use-app.ts";

const app = useApp();

const handedOverIn = (html: string) => JSON.parse(/window\.__remixContext = (\{.*?\});<\/script>/.exec(html)?.[1] ?? "null");
const nonceOf = (answer: Response) => /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1] ?? "";

test("each answer has its own nonce, in its policy and on all its style sheets and scripts, and is the same but for that", async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, async () => {
    const answer = await app.client().get("/pricing");
    return { nonce: nonceOf(answer), html: await answer.text() };
  }));
  expect(new Set(answers.map(({ nonce }) => nonce)).size).toBe(4);
  for (const { nonce, html } of answers) expect(new Set([...html.matchAll(/<(?:style|script)\b[^>]*?nonce="([^"]*)"/g)].map(([, used]) => used))).toEqual(new Set([nonce]));
  expect(new Set(answers.map(({ nonce, html }) => html.replaceAll(nonce, "")))).toHaveProperty("size", 1);
});

test.each([["gzip"], ["br"], ["deflate"], ["identity"], ["gzip;q=0, br;q=0"], ["br, gzip;q=0.5"], ["*"]])("to somebody who reads %s it comes the same the first, the second and the third time", async (encodings) => {
  const reader = app.client();
  const texts: string[] = [];
  // The second time it is packed around its nonce, the third time that is filled in again.
  for (let time = 0; time < 3; time += 1) {
    const answer = await reader.fetch(`/terms?${new URLSearchParams({ encodings })}`, { headers: { "Accept-Encoding": encodings } });
    const html = await answer.text();
    expect([encodings, answer.headers.get("vary"), html.endsWith("</html>"), html.includes(`<style nonce="${nonceOf(answer)}"`)]).toEqual([encodings, "Accept-Encoding", true, true]);
    texts.push(html.replaceAll(nonceOf(answer), ""));
  }
  expect(texts).toEqual([texts[0], texts[0], texts[0]]);
});

test("a page that is asked for often is sent in brotli to who reads it, whole and with a nonce of its own", async () => {
  const reader = app.client();
  const ask = async (encodings: string) => {
    const answer = await reader.fetch("/responsible-gaming", { headers: { "Accept-Encoding": encodings } });
    return { encoding: answer.headers.get("content-encoding"), nonce: nonceOf(answer), html: await answer.text() };
  };
  const asItIs = await ask("identity");
  const packed = await vi.waitUntil(async () => {
    const next = await ask("gzip, deflate, br, zstd");
    return next.encoding === "br" && next;
  }, soon);
  expect(packed.nonce).not.toBe(asItIs.nonce);
  expect(packed.html).toBe(asItIs.html.replaceAll(asItIs.nonce, packed.nonce));
  expect([(await ask("gzip, br;q=0.5")).encoding, (await ask("gzip")).encoding, (await ask("identity, br;q=0")).encoding]).toEqual(["gzip", "gzip", null]);
});

const names = ["Avery Alpha", "Blake Beta", "O'Hara & <Sons> \"Ltd\"", "Éloïse 🏀", "ﬃona", "A name that is far too long to have room in a page that others are shown too", "&", "<i>Kim", '"root":{"person":{"name":"x"', "$& $1 </script>"];

test("people on the same page at the same time see their own names and get their own X-Reader, and none of the others'", async () => {
  const people = await Promise.all(names.map(async (name) => {
    const [user, client] = [await createUser(app.db, { name }), app.client()];
    await client.signIn(user.email);
    return { name, client, reader: (await client.get("/learn")).headers.get("x-reader") };
  }));
  expect(new Set(people.map(({ reader }) => reader)).size).toBe(names.length);
  const [shown, handedOver] = [(html: string) => /<span class="avatar"[^>]*>([^<]*)<\/span><span class="cut">([^<]*)<\/span><\/button>/.exec(html)?.slice(1).map((text) => decode(text).trim()), (html: string) => handedOverIn(html).state.loaderData.root.person];
  // The first time it is rendered, then packed for gzip, and in the end for brotli.
  for (let turn = 0; turn < 4; turn += 1) {
    const pages = await Promise.all(people.map(({ client }) => client.text("/dashboard")));
    expect(pages.map(shown)).toEqual(names.map((name) => [[...name][0]?.toUpperCase(), name]));
    expect(pages.map(handedOver)).toMatchObject(people.map(({ name, reader }) => ({ name, reader })));
  }
});

test("what changed is shown at once", async () => {
  const [staff, member] = [await app.signedIn("superadmin"), await app.signedIn("user")];
  for (const game of ["Ants @ Bees", "Cats @ Dogs"]) {
    expect(await member.text("/dashboard")).not.toContain(game);
    await publish(staff, { game });
    expect(await member.text("/dashboard")).toContain(game);
  }
});

test("the same address looks as each reader chose, with and without scripts", async () => {
  const plain = await app.client().text("/login");
  expect(plain).toContain("<script");
  expect(await (await app.client().fetch("/login", { headers: { "Save-Data": "on" } })).text()).not.toContain("<script");
  const light = await app.signedIn("user");
  await light.call("PUT", "/api/settings", { display_mode: "light" });
  expect(await light.text("/pricing")).toContain('data-theme="light"');
  expect(await app.client().text("/pricing")).toContain('data-theme="dark"');
});

/** Whether a document that is asked for a second time comes from what is kept: the head that our own gzip begins with names no system (RFC 1952, 2.3.1), zlib's does. */
async function isKept(client: Client, path: string, fields?: Readonly<Record<string, string>>): Promise<boolean> {
  await (fields ? client.post(path, fields) : client.get(path)).then((answer) => answer.text());
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const packed = await new Promise<Buffer>((resolve, reject) => {
    const headers = { Cookie: cookie, "Accept-Encoding": "gzip", ...(fields && { Origin: client.origin, "Content-Type": "application/x-www-form-urlencoded" }) };
    const asked = request(new URL(path, client.origin), { method: fields ? "POST" : "GET", headers }, (answer) => void buffer(answer).then(resolve, reject));
    asked.on("error", reject).end(fields && new URLSearchParams(fields).toString());
  });
  expect([path, packed.subarray(0, 3)]).toEqual([path, Buffer.from([0x1f, 0x8b, 8])]);
  return packed[9] === 0xff;
}

test("a page that holds a lasting secret is not kept", async () => {
  const staff = await app.signedIn("superadmin");
  const id = await createAffiliate(app.db);
  const { partner_token } = await app.db.selectFrom("affiliates").select("partner_token").where("id", "=", id).executeTakeFirstOrThrow();
  const { id: user_id } = await createUser(app.db);
  await app.db.insertInto("unsubscribe_tokens").values({ user_id, token: "u".repeat(43) }).execute();
  await createConfirmation(app.db, { token: "c".repeat(43), user: await createUser(app.db, { email_confirmed_at: null }) });
  const secret = ["/admin/affiliates", "/admin/affiliates/new", `/admin/affiliates/${id}/edit`, `/admin/affiliates/${id}/renew`, `/partners/${partner_token}`, `/unsubscribe/${"u".repeat(43)}`, `/confirm-email/${"c".repeat(43)}`, "/profile/two-factor"];
  const seen: [path: string, kept: boolean][] = [];
  for (const path of [...secret, "/settings", "/admin/learn"]) seen.push([path, await isKept(staff, path)]);
  expect(seen).toEqual([...secret.map((path) => [path, false]), ["/settings", true], ["/admin/learn", true]]);
});

test("what answers a form is not kept", async () => {
  const client = app.client();
  expect([await isKept(client, "/login"), await isKept(client, "/login", { email: "nobody", password: "" })]).toEqual([true, false]);
});

test("what goes along for the framework's part in the browser has its flags that are on, and no nothing", async () => {
  const member = await app.signedIn("user");
  const html = await member.text("/settings");
  const handedOver = handedOverIn(html);
  expect(handedOver.future).toEqual({ v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_throwAbortReason: true });
  expect(Object.keys(handedOver.state)).toEqual(["loaderData"]);
  expect(handedOver.state.loaderData.root.person).toMatchObject({ role: "user" });
});

test("a short answer of the API is sent as it is, with its length; a long one packed", async () => {
  const staff = await app.signedIn("superadmin");
  for (let count = 0; count < 6; count += 1) await publish(staff);
  const [short, long] = [await staff.get("/api/picks/version"), await staff.get("/api/picks")];
  expect([short.headers.get("content-encoding"), short.headers.get("content-length")]).toEqual([null, String((await short.text()).length)]);
  expect(long.headers.get("content-encoding")).toMatch(/gzip|br/);
});

// Nobody can know the marks of the styles: a name comes before the page's own.
test("a person's name can't take the place of the page's styles", async () => {
  const { email } = await createUser(app.db, { name: "/*page*/ and /*frame*/ as a long name" });
  const client = app.client();
  await client.signIn(email);
  const html = await client.text("/dashboard");
  const styles = Array.from(html.matchAll(/<style[^>]*>([^<]*)<\/style>/g), ([, text = ""]) => text.length);
  expect([html.includes("/*page*/ and /*frame*/ as a long name</span></button>"), styles.length, styles.every((length) => length > 1000)]).toEqual([true, 2, true]);
});
