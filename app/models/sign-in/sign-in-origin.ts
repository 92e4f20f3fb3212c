/** Describes where a user signed in from, in just enough detail to tell their own sessions apart. Pure. */
import { networkOf } from "../network.ts";

export interface SignInOrigin {
  /** "Chrome on Android"; null without a User-Agent header. */
  browser: string | null;
  /** The first three numbers (IPv4) or groups (IPv6); null when unknown. */
  network: string | null;
}

export const unknownOrigin: SignInOrigin = { browser: null, network: null };

// The order matters: most browsers also name the ones that they are like.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, "Edge"],
  [/\bOPR\/|\bOPT\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/Chrome\/|\bCriOS\/|\bChromium\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

export function signInOrigin(userAgent: string | null, address: string | null): SignInOrigin {
  return { browser: browserIn(userAgent ?? ""), network: partialAddress(address ?? "") };
}

export function originText({ browser, network }: SignInOrigin): string {
  return network === null ? (browser ?? "Unknown device") : `${browser ?? "Unknown device"}, ${network}`;
}

function browserIn(userAgent: string): string | null {
  if (userAgent === "") return null;
  const [browser, system] = [browsers, systems].map(
    (patterns) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1],
  );
  if (browser === undefined) return system === undefined ? "A program" : `A program on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}

function partialAddress(address: string): string | null {
  const network = networkOf(address);
  if (/^\d+(\.\d+){3}$/.test(network)) return network.replace(/\d+$/, "x");
  return network.includes(":") ? `${network.split(":").slice(0, 3).join(":")}:…` : null;
}
