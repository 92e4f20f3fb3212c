import { type Cookie, createCookie } from "@remix-run/node";
import { monthSeconds } from "../time/durations.ts";
import { env } from "../env.server.ts";
import { challengeMinutes } from "../models/sign-in/two-factor.ts";
import type { Notice } from "./notice.ts";

const secure = env.APP_ORIGIN?.startsWith("https://") ?? false;
const options = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;
const signed = { ...options, secrets: [...env.SESSION_SECRET] };
// Browsers refuse a __Host- cookie from a subdomain or over plain http.
const hostOnly = (name: string) => (secure ? `__Host-${name}` : name);

export const sessionCookieName = hostOnly("session");
const session = createCookie(sessionCookieName, { ...options, maxAge: monthSeconds });
const device = createCookie(hostOnly("device"), { ...options, maxAge: 12 * monthSeconds });
const challenge = createCookie(hostOnly("two-factor-challenge"), { ...options, maxAge: challengeMinutes * 60 });
// Stays after signing out, so that public pages keep the chosen theme.
const displayMode = createCookie("display-mode", { ...options, maxAge: 12 * monthSeconds });
const notice = createCookie("flash", { ...signed, maxAge: 60 });
// Longer than the ten minutes of a reset code.
const reset = createCookie(hostOnly("carried"), { ...signed, maxAge: 15 * 60 });
// The order and sport of the lists of open picks. Signed, so that what it holds was a valid choice.
const list = createCookie("picks-list", { ...signed, maxAge: 12 * monthSeconds });
// So that the login after a sign-up or a new password has the email filled in.
const signInEmail = createCookie(hostOnly("sign-in-email"), { ...signed, maxAge: 15 * 60 });
// The page that was opened signed out.
const returnPath = createCookie(hostOnly("return-to"), { ...signed, maxAge: 15 * 60 });
// Cookies rather than local storage: they survive script blockers and storage wiping.
const affiliateCode = createCookie("affiliate-ref", { ...options, maxAge: monthSeconds });
const visitor = createCookie("visitor", { ...options, maxAge: monthSeconds });

/** Holds what a password reset needs on its second page and no URL may show. */
export interface StartedReset {
  email: string;
  /** Binds the code to this browser. */
  reset_token: string;
  /** True once the password is set. The rest stays for a button that is pressed twice. */
  done?: boolean;
}

/** The cookies of a request; null for one that is absent or was tampered with. */
export interface RequestCookies {
  session: string | null;
  device: string | null;
  challenge: string | null;
  displayMode: string | null;
  affiliateCode: string | null;
  visitor: string | null;
  /** A query: "sort=start&sport=NBA". */
  list: string | null;
  reset: StartedReset | null;
  signInEmail: string | null;
  returnPath: string | null;
  notice: Notice | null;
}

export async function readCookies(request: Request): Promise<RequestCookies> {
  const header = request.headers.get("cookie");
  const text = async (cookie: Cookie) => textIn(await cookie.parse(header));
  const [startedReset, shownNotice]: unknown[] = [await reset.parse(header), await notice.parse(header)];
  return {
    session: await text(session),
    device: await text(device),
    challenge: await text(challenge),
    displayMode: await text(displayMode),
    affiliateCode: await text(affiliateCode),
    visitor: await text(visitor),
    list: await text(list),
    reset: isStartedReset(startedReset) ? startedReset : null,
    // As long as an email may be.
    signInEmail: textIn(await signInEmail.parse(header), 254),
    returnPath: textIn(await returnPath.parse(header), 600),
    notice: isNotice(shownNotice) ? shownNotice : null,
  };
}

/** Set-Cookie headers; null deletes the cookie. */
export const setCookie = {
  session: (id: string | null) => set(session, id),
  device: (id: string | null) => set(device, id),
  challenge: (id: string | null) => set(challenge, id),
  displayMode: (mode: string | null) => set(displayMode, mode),
  affiliateCode: (code: string | null) => set(affiliateCode, code),
  visitor: (id: string | null) => set(visitor, id),
  list: (query: string | null) => set(list, query),
  reset: (started: StartedReset | null) => set(reset, started),
  signInEmail: (email: string | null) => set(signInEmail, email),
  returnPath: (path: string | null) => set(returnPath, path),
  notice: (shown: Notice | null) => set(notice, shown),
};

function set(cookie: Cookie, value: unknown): Promise<string> {
  return value === null ? cookie.serialize("", { maxAge: 0 }) : cookie.serialize(value);
}

function textIn(value: unknown, longest = 200): string | null {
  return typeof value === "string" && value !== "" && value.length <= longest ? value : null;
}

function isStartedReset(value: unknown): value is StartedReset {
  return (
    typeof value === "object" &&
    value !== null &&
    "email" in value &&
    "reset_token" in value &&
    typeof value.email === "string" &&
    typeof value.reset_token === "string"
  );
}

function isNotice(value: unknown): value is Notice {
  return (
    typeof value === "object" && value !== null && "text" in value && "tone" in value && typeof value.text === "string"
  );
}
