/** Alerts on a device. Chromium reaches no push service here: its subscription is one of the stand-in, and DevTools deliver the messages. */
import type { Page, Worker } from "playwright";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { PushMessage } from "../../../app/alerts/push.server.ts";
import type { Client } from "../../support/app/app.ts";
import { see, useSite } from "../../support/app/stage.ts";
import { accessibilityProblems, hydrated, openPage, phone, scrollsSideways } from "../../support/pages/browser.ts";
import { type PushService, startPushService } from "../../support/push-service.ts";

// Elsewhere the stand-in is no address of a device: it is on this machine.
const { app, browser } = useSite({ DEMO: "1" });
let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());

interface Visit {
  as?: Client;
  scripts?: boolean;
  permission?: "granted" | "denied";
  /** What the page finds before its own scripts. */
  before?: () => void;
}

async function openSettings({ as, scripts = true, permission = "granted", before }: Visit = {}) {
  const member = as ?? (await app.signedIn("user"));
  const { page, context, problems } = await openPage(browser(), {
    origin: app.origin,
    as: member,
    scripts,
    viewport: phone,
    worker: true,
  });
  onTestFinished(() => context.close());
  if (permission === "granted") await context.grantPermissions(["notifications"], { origin: app.origin });
  await context.addInitScript(standIn, { subscription: service.subscribe(), permission });
  if (before) await context.addInitScript(before);
  await page.goto("/settings");
  if (scripts) await hydrated(page);
  return { page, context, problems, member };
}

/** Runs in the page: a subscription of the stand-in, which the page keeps like a browser. */
function standIn({ subscription, permission }: { subscription: object; permission: string }): void {
  const key = "subscription of the test";
  const own = () =>
    sessionStorage.getItem(key) === null
      ? null
      : {
          ...subscription,
          toJSON: () => subscription,
          unsubscribe: async () => {
            sessionStorage.removeItem(key);
            return true;
          },
        };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => own(),
    subscribe: async (options: { applicationServerKey: string }) => {
      sessionStorage.setItem(key, options.applicationServerKey);
      return own();
    },
  });
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Notification.requestPermission = async () => (permission === "granted" ? "granted" : "denied");
}

const section = (page: Page) => page.getByRole("region", { name: "Alerts on this device" });
const turnOn = (page: Page) => page.getByRole("button", { name: "Turn on alerts" });
const turnOff = (page: Page) => page.getByRole("button", { name: "Turn off alerts" });

test("a switch turns alerts on, a test alert arrives, and the switch turns them off", async () => {
  const { page, problems } = await openSettings();
  await turnOn(page).click();
  await see(turnOff(page)).toBeVisible();
  await see(section(page).getByText(/\(this device\)/)).toBeVisible();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await section(page)
    .getByRole("button", { name: /^Send test alert/ })
    .click();
  await see(section(page).getByText("A test alert is on its way.")).toBeVisible();
  await see.poll(() => service.received.length).toBe(1);
  expect(JSON.parse(service.received[0]?.text ?? "")).toMatchObject({ title: "Simline", url: "/settings" });
  await turnOff(page).click();
  await see(turnOn(page)).toBeVisible();
  await see(section(page).getByRole("listitem")).toHaveCount(0);
  expect(await app.db.selectFrom("push_devices").select("id").execute()).toEqual([]);
  expect(problems).toEqual([]);
});

test("without scripts the devices are listed and removed, and a sentence says what the switch needs", async () => {
  const { page: first, member } = await openSettings();
  await turnOn(first).click();
  await see(turnOff(first)).toBeVisible();
  const { page } = await openSettings({ as: member, scripts: false });
  await see(section(page).locator("noscript p")).toBeVisible();
  await see(turnOn(page)).toHaveCount(0);
  await section(page)
    .getByRole("button", { name: /^Remove/ })
    .click();
  await see(section(page).getByText("Device removed.")).toBeVisible();
  await see(section(page).getByRole("listitem")).toHaveCount(0);
  await first.reload();
  await see(turnOn(first)).toBeVisible();
});

test.each([
  ["blocks alerts", { permission: "denied" }, /blocks alerts from this site\. Allow notifications/],
  [
    "can't show them",
    { before: () => Reflect.deleteProperty(window, "PushManager") },
    /^This browser can't show alerts/,
  ],
  [
    "is an iPhone's outside the home screen",
    {
      before: () => {
        Reflect.deleteProperty(window, "PushManager");
        Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1)" });
      },
    },
    /^On an iPhone, first add this site to your home screen/,
  ],
] as const)("a browser that %s gets a sentence and no switch", async (_what, visit, sentence) => {
  const { page, problems } = await openSettings(visit);
  await see(section(page).getByText(sentence)).toBeVisible();
  await see(turnOn(page)).toHaveCount(0);
  expect(problems).toEqual([]);
});

async function openWorker() {
  const { page, context } = await openSettings();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  await worker.evaluate(notificationStandIn);
  return { page, worker };
}

/** Runs in the worker: Chromium's headless shell shows no notifications. */
const notificationStandIn = `
  self.shown = [];
  self.opened = [];
  ServiceWorkerRegistration.prototype.getNotifications = async () => [...self.shown];
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body, tag, data }) => {
    const close = () => { self.shown = self.shown.filter((each) => each.tag !== tag); };
    close();
    self.shown.push({ title, body, tag, data, close });
  };
  Clients.prototype.openWindow = async (url) => void self.opened.push(url);
`;

/** Delivers messages to the page's service worker, as the browser does after it decrypted them. */
async function pushTo(page: Page): Promise<(message: Partial<PushMessage>) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const found = registrations.find(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const registrationId = await registration;
  return async (message) => {
    const data = JSON.stringify({ body: "", url: "/dashboard", ...message });
    await session.send("ServiceWorker.deliverPushMessage", { origin: app.origin, registrationId, data });
  };
}

const shownBy = (worker: Worker): Promise<string[]> => worker.evaluate("self.shown.map(({ title }) => title)");

test("the worker shows an alert once, closes what is settled, opens an alert's page, and tells of a replaced subscription", async () => {
  const { page, worker } = await openWorker();
  const push = await pushTo(page);
  await push({ id: "one", title: "Knicks +3.5", tag: "pick 1" });
  await see.poll(() => shownBy(worker)).toEqual(["Knicks +3.5"]);
  // Another worker remembers it, too: its own memory is gone then.
  await worker.evaluate("shownIds.clear(); self.shown = []");
  await push({ id: "one", title: "Knicks +3.5", tag: "pick 1" });
  await push({ id: "two", title: "Jets +3", tag: "pick 2" });
  await see.poll(() => shownBy(worker)).toEqual(["Jets +3"]);
  await push({ id: "three", title: "Jets +3 won", tag: "result 2", closes: ["pick 2"] });
  await see.poll(() => shownBy(worker)).toEqual(["Jets +3 won"]);
  await expectPageOfAlert(worker);
  await expectReplacedSubscription(worker);
  await expectSignOutToEndAlerts(page, worker);
});

/** A click on an alert opens its page, of this site alone. */
async function expectPageOfAlert(worker: Worker): Promise<void> {
  for (const data of ["/dashboard", "https://evil.test/", "//evil.test/"])
    await worker.evaluate(
      `dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification: { data: "${data}", close() {} } }))`,
    );
  await see.poll(() => worker.evaluate("self.opened")).toEqual([`${app.origin}/dashboard`]);
}

/** A subscription that the push service replaced is told to the server. */
async function expectReplacedSubscription(worker: Worker): Promise<void> {
  const replaced = service.subscribe();
  await worker.evaluate(
    `dispatchEvent(Object.assign(new ExtendableEvent("pushsubscriptionchange"), { newSubscription: ${JSON.stringify(replaced)} }))`,
  );
  const endpoints = () => app.db.selectFrom("push_devices").select("endpoint").execute();
  await see.poll(endpoints).toContainEqual({ endpoint: replaced.endpoint });
}

/** A sign-out ends the subscription of the device and closes what it shows. */
async function expectSignOutToEndAlerts(page: Page, worker: Worker): Promise<void> {
  await worker.evaluate(`
    const tell = new BroadcastChannel("test");
    self.shown = [{ close: () => tell.postMessage("closed") }];
    PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => tell.postMessage("unsubscribed") });
  `);
  const told = await page.evaluate(async () => {
    const heard: unknown[] = [];
    const both = new Promise((resolve) => {
      new BroadcastChannel("test").onmessage = ({ data }) => {
        heard.push(data);
        if (heard.length === 2) resolve(null);
      };
    });
    await fetch("/api/logout", { method: "POST" });
    await both;
    return heard;
  });
  expect(told).toEqual(["closed", "unsubscribed"]);
}
