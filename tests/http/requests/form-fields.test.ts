import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let clients: Readonly<Record<"visitor" | "member" | "superadmin", Client>>;
beforeAll(async () => {
  clients = { visitor: app.client(), member: await app.signedIn("user"), superadmin: await app.signedIn("superadmin") };
});

const [email, password] = [
  { type: "email", autocomplete: "email", required: "" },
  { type: "password", required: "" },
];
const newPassword = { ...password, autocomplete: "new-password", minlength: "8", maxlength: "128" };
const pages = [
  ["visitor", "/login", { email, password: { ...password, autocomplete: "current-password" } }],
  ["visitor", "/admin-login", { email, password: { ...password, autocomplete: "current-password" } }],
  ["visitor", "/forgot-password", { email }],
  [
    "visitor",
    "/signup?payment_success=true",
    {
      name: { autocomplete: "name", required: "", maxlength: "100" },
      phone: { type: "tel", autocomplete: "tel", required: "", maxlength: "40" },
      email,
      password: newPassword,
      confirm_password: { ...password, autocomplete: "new-password" },
      admin_secret: { type: "password", autocomplete: "off" },
    },
  ],
  [
    "visitor",
    "/affiliate-signup",
    {
      name: { autocomplete: "name", required: "", maxlength: "100" },
      email,
      phone: { type: "tel", autocomplete: "tel", required: "", maxlength: "40" },
      remarks: { rows: "3", maxlength: "2000" },
    },
  ],
  [
    "member",
    "/profile",
    {
      name: { autocomplete: "name", required: "", maxlength: "100" },
      phone: { type: "tel", autocomplete: "tel", maxlength: "40" },
      current_password: { ...password, autocomplete: "current-password" },
      password: newPassword,
      confirm_password: { ...password, autocomplete: "new-password" },
    },
  ],
  ["member", "/history", { start: { inputmode: "numeric", placeholder: "MM/DD/YYYY", autocomplete: "off" } }],
  [
    "superadmin",
    "/admin/picks",
    {
      sport: { required: "" },
      tag: { required: "" },
      unit_size: { inputmode: "decimal" },
      game_date: { inputmode: "numeric", placeholder: "MM/DD/YYYY", autocomplete: "off" },
      sim_confidence: { inputmode: "decimal" },
      game: { maxlength: "200" },
      pick: { maxlength: "200" },
      book: { maxlength: "60" },
      playable_to: { maxlength: "40" },
    },
  ],
  [
    "superadmin",
    "/admin/users",
    { email: { type: "email", required: "" }, password: { ...password, autocomplete: "new-password" } },
  ],
  [
    "superadmin",
    "/admin/affiliates/new",
    { name: { required: "", autocomplete: "off" }, email: { type: "email", required: "", autocomplete: "off" } },
  ],
] as const;

test.each(pages)("the fields for a %s at %s have the right attributes", async (who, path, fields) => {
  const html = await clients[who].text(path);
  for (const [name, attributes] of Object.entries(fields))
    expect([name, attributesOf(html, name)]).toMatchObject([name, attributes]);
});

test("the numbers of a pick that can be below 0 have a full keyboard: the iPhone's number pad has no minus", async () => {
  const html = await clients.superadmin.text("/admin/picks");
  for (const name of ["units_result", "odds", "line"]) {
    const { type = "text", inputmode = "text" } = attributesOf(html, name);
    expect([name, type, inputmode]).toEqual([name, "text", "text"]);
  }
});

test.each(pages)("the fields for a %s at %s reference each help text by aria-describedby", async (who, path) => {
  const html = await clients[who].text(path);
  const described = new Set(
    Array.from(html.matchAll(/ aria-describedby="([^"]*)"/g), ([, ids = ""]) => ids.split(" ")).flat(),
  );
  expect(
    Array.from(html.matchAll(/<p class="muted" id="([^"]*h)">/g), ([, id = ""]) => id).filter(
      (id) => !described.has(id),
    ),
  ).toEqual([]);
});

test("the new-password form has a hidden, unsent username field for password managers", async () => {
  const account = controlsOf(await clients.member.text("/profile")).find(
    ({ autocomplete }) => autocomplete === "username",
  );
  expect([account, account?.name]).toMatchObject([
    { hidden: "", readonly: "", value: expect.stringContaining("@example.test") },
    undefined,
  ]);
});

function attributesOf(html: string, name: string): Readonly<Record<string, string>> {
  return controlsOf(html).findLast((control) => control.name === name && control.type !== "hidden") ?? {};
}

function controlsOf(html: string): Readonly<Record<string, string>>[] {
  const tags = html.match(/<(?:input|select|textarea)\b[^>]*>/g) ?? [];
  return tags.map((tag) =>
    Object.fromEntries(
      Array.from(tag.matchAll(/ ([\w-]+)="([^"]*)"/g), ([, name = "", value = ""]) => [name.toLowerCase(), value]),
    ),
  );
}
