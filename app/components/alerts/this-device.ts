/** What this browser can do about alerts. Loaded by Settings alone. The service worker that shows them is public/sw.js. */
import { responseTimeoutMs } from "../../time/durations.ts";

export interface FoundDevice {
  state: "on" | "off" | "blocked" | "not-able" | "not-installed";
  /** How the list of devices names this browser; null = it has no subscription. */
  mark: string | null;
}

const devicesPath = "/api/alert-devices";
const markLength = 16;
const noAnswer = "The server didn't respond. Please try again.";
const notSubscribed = "This browser couldn't turn on alerts. Please try again.";

/** `marks` are those of the devices in the list. */
export async function findDevice(marks: readonly string[]): Promise<FoundDevice> {
  if (!isAble()) return { state: isAppleOutsideApp() ? "not-installed" : "not-able", mark: null };
  if (Notification.permission === "denied") return { state: "blocked", mark: null };
  try {
    const { pushManager } = await navigator.serviceWorker.register("/sw.js");
    const subscription = await pushManager.getSubscription();
    const mark = subscription && (await markOf(subscription.endpoint));
    // A subscription that is not in the list is the last person's of a shared browser, or was removed.
    return { state: mark !== null && marks.includes(mark) ? "on" : "off", mark };
  } catch {
    // The browser refuses service workers, as in some private windows.
    return { state: "not-able", mark: null };
  }
}

/** Null, or why it did not work. */
export async function turnOn(publicKey: string): Promise<string | null> {
  // Refused or closed: the state says so, or nothing changed.
  if ((await Notification.requestPermission()) !== "granted") return null;
  const subscription = await subscribe(publicKey).catch(() => null);
  if (subscription === null) return notSubscribed;
  return send("POST", devicesPath, subscription);
}

export async function turnOff(deviceId: number): Promise<string | null> {
  const failed = await send("DELETE", `${devicesPath}/${deviceId}`);
  if (failed !== null) return failed;
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  return null;
}

async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey };
  return pushManager.subscribe(options).catch(async () => {
    // A subscription with the keys that the site had before is in the way.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
}

async function send(method: "POST" | "DELETE", path: string, body?: PushSubscription): Promise<string | null> {
  const answer = await fetch(path, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body ?? {}),
    signal: AbortSignal.timeout(responseTimeoutMs),
  }).catch(() => null);
  if (answer === null) return noAnswer;
  if (answer.ok || (method === "DELETE" && answer.status === gone)) return null;
  const refused: { error?: string } = await answer.json().catch(() => ({}));
  return refused.error ?? noAnswer;
}

const gone = 404;

function isAble(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** iPhones and iPads show alerts only of sites on the home screen. An iPad says that it is a Mac. */
function isAppleOutsideApp(): boolean {
  const isApple =
    /iPhone|iPad/.test(navigator.userAgent) || (navigator.userAgent.includes("Mac") && navigator.maxTouchPoints > 1);
  return isApple && !matchMedia("(display-mode: standalone)").matches;
}

/** As app/models/alerts/push-device.server.ts makes it. */
async function markOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(hash)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, markLength);
}
