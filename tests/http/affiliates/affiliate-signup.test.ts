import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type App, complaints, startApp } from "../../support/app/app.ts";
import { alerts, fieldError, fieldValue } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const path = "/affiliate-signup";
const thanks = "Thank you. We'll reply by email.";
const fields = {
  name: "Robin Sample",
  email: "robin@partner.example",
  phone: "+1 (555) 010-4477",
  remarks: "A podcast\non college hoops",
};

const app = useApp();
beforeEach(async () => {
  await app.db.deleteFrom("affiliate_requests").execute();
  await app.db.deleteFrom("throttles").execute();
});

const requests = () =>
  app.db
    .selectFrom("affiliate_requests")
    .select(["name", "email", "phone", "remarks", "state"])
    .orderBy("id")
    .execute();

test("the form has name, email, phone, and remarks in three rows", async () => {
  const html = await app.client().text(path);
  expect([...html.matchAll(/<span><label[^>]*>([^<]+)<\/label>/g)].map((match) => match[1])).toEqual([
    "Full Name",
    "Email",
    "Phone",
    "Remarks",
  ]);
  expect(html).toMatch(/<input[^>]*name="name"[^>]*required/);
  expect(html).toMatch(/<input(?=[^>]*name="email")(?=[^>]*type="email")(?=[^>]*required)/);
  expect(html).toMatch(/<input(?=[^>]*name="phone")(?=[^>]*type="tel")(?=[^>]*required)/);
  expect(html).toMatch(/<textarea(?=[^>]*name="remarks")(?=[^>]*rows="3")(?![^>]*required)/);
  expect(html).toMatch(
    /<form[^>]*method="post"[^>]*action="\/affiliate-signup"|<form[^>]*action="\/affiliate-signup"[^>]*method="post"/,
  );
  expect(html).toContain(">Submit Request</button>");
});

test("a request is stored for staff, and the page thanks once", async () => {
  const client = app.client();
  const answer = await client.post(path, {
    ...fields,
    name: "  Robin   Sample ".replace("   ", " "),
    email: " Robin@Partner.example ",
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  expect(await requests()).toEqual([{ ...fields, state: "new" }]);
  expect(alerts(await client.text(path))).toEqual([thanks]);
  expect(alerts(await client.text(path))).toEqual([]);
});

test("remarks may be left empty", async () => {
  const answer = await app.client().post(path, { ...fields, remarks: "" });
  expect([answer.status, (await requests()).length]).toEqual([303, 1]);
});

test("errors are shown at their fields, typed values stay, and nothing is stored", async () => {
  const typed = { name: " ", email: "robin at partner", phone: "1234", remarks: "<b>Hello</b> & more" };
  const answer = await app.client().post(path, typed);
  const html = await answer.text();
  expect(answer.status).toBe(422);
  expect(["name", "email", "phone", "remarks"].map((name) => fieldError(html, name))).toEqual([
    "Enter your name.",
    "Enter an email address.",
    "Enter a phone number.",
    null,
  ]);
  expect(["email", "phone", "remarks"].map((name) => fieldValue(html, name))).toEqual([
    typed.email,
    typed.phone,
    typed.remarks,
  ]);
  expect(alerts(html)).toEqual(["Please check the marked fields."]);
  expect(await requests()).toEqual([]);
});

test.each([
  ["an empty phone number", { phone: "" }, "phone"],
  ["remarks that are too long", { remarks: "x".repeat(2001) }, "remarks"],
  ["a two-line name", { name: "A\nB" }, "name"],
])("%s is refused", async (_what, changes, name) => {
  const answer = await app.client().post(path, { ...fields, ...changes });
  expect([answer.status, fieldError(await answer.text(), name) === null]).toEqual([422, false]);
  expect(await requests()).toEqual([]);
});

test("a second request with the same email replaces the first", async () => {
  await app.client().post(path, fields);
  const answer = await app
    .client()
    .post(path, { ...fields, email: "ROBIN@partner.example", phone: "555 010 9999", remarks: "Better number" });
  expect(answer.status).toBe(303);
  expect(await requests()).toEqual([{ ...fields, phone: "555 010 9999", remarks: "Better number", state: "new" }]);
});

test("parallel requests with one email store one", async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map((number) => app.client().post(path, { ...fields, remarks: String(number) })),
  );
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect(await requests()).toHaveLength(1);
});

test("after five requests in an hour an address must wait, and its input is kept", async () => {
  for (let number = 0; number < 5; number += 1)
    expect((await app.client().post(path, { ...fields, email: `robin${number}@partner.example` })).status).toBe(303);
  const answer = await app.client().post(path, { ...fields, email: "robin6@partner.example" });
  const html = await answer.text();
  expect([answer.status, Number(answer.headers.get("retry-after")) > 3500, fieldValue(html, "email")]).toEqual([
    429,
    true,
    "robin6@partner.example",
  ]);
  expect(alerts(html)).toEqual([expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes\.$/)]);
  expect(await requests()).toHaveLength(5);
});

test("an invalid form does not count as an attempt", async () => {
  for (let number = 0; number < 7; number += 1)
    expect((await app.client().post(path, { ...fields, phone: "" })).status).toBe(422);
  expect((await app.client().post(path, fields)).status).toBe(303);
});

describe("with an external form service", () => {
  let external: App;
  beforeAll(async () => {
    external = await startApp({ AFFILIATE_FORM_URL: "https://forms.example/f/abc?team=1" });
  });
  afterAll(() => external.stop());

  test("the form posts there, and form-action allows only that origin", async () => {
    const answer = await external.client().get(path);
    const html = await answer.text();
    expect(html).toContain('action="https://forms.example/f/abc?team=1"');
    for (const name of ["name", "email", "phone", "remarks"]) expect(html).toContain(`name="${name}"`);
    expect(
      answer.headers
        .get("content-security-policy")
        ?.split("; ")
        .find((part) => part.startsWith("form-action")),
    ).toBe("form-action 'self' https://forms.example");
    expect(complaints(external)).toEqual([]);
  });
});

test("without one, form-action allows only this site", async () => {
  const policy = (await app.client().get(path)).headers.get("content-security-policy");
  expect(policy?.split("; ").find((part) => part.startsWith("form-action"))).toBe("form-action 'self'");
});
