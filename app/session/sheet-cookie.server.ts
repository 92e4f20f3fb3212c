/**
 * The cookie by which a browser says which style sheet it has. The answer with the sheet itself sets it, so it is never
 * wrong about what was loaded. It has the hash of the sheet's file and nothing about the person.
 */
import { env } from "../env.server.ts";
import { monthSeconds } from "../time/durations.ts";

const secure = env.APP_ORIGIN?.startsWith("https://") ? "; Secure" : "";

/** The hash in the name of the sheet's file; null for any other path. */
export function sheetIn(path: string): string | null {
  return /^\/build\/_assets\/site-([A-Z0-9]+)\.css$/.exec(path)?.[1] ?? null;
}

/** The hash in a Cookie header; null without one. */
export function keptSheet(cookies: string): string | null {
  return /(?:^|; )sheet=([A-Z0-9]+)(?:;|$)/.exec(cookies)?.[1] ?? null;
}

/** The Set-Cookie header for the answer with this sheet, whose file is immutable. Null: the browser drops its files. */
export function sheetCookie(hash: string | null): string {
  const maxAge = hash === null ? 0 : 12 * monthSeconds;
  return `sheet=${hash ?? ""}; Max-Age=${maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`;
}
