import { sheetCookie } from "./sheet-cookie.server.ts";
import { noteRequestUser } from "../log.server.ts";
import { type DisplayMode, displayModes } from "../models/display-mode.ts";
import { newSecret } from "../models/secret.server.ts";
import { type SignedIn, beginSession, endSession } from "../models/sign-in/session.server.ts";
import { endApiToken } from "../models/sign-in/api-token.server.ts";
import { signInOrigin } from "../models/sign-in/sign-in-origin.ts";
import { beginChallenge } from "../models/sign-in/two-factor-challenge.server.ts";
import { type RequestCookies, setCookie } from "./cookies.server.ts";
import { bearerOf } from "./identity.server.ts";

/** Begins a session for checked credentials and ends the browser's previous one. Gives the new session's secret id and the cookies. */
export async function startSession(
  request: Request,
  cookies: RequestCookies,
  found: SignedIn,
): Promise<{ session: string; headers: Headers }> {
  const device = cookies.device ?? newSecret();
  noteRequestUser(request, found.person.id);
  const session = await beginSession(
    found.person,
    device,
    signInOrigin(request.headers.get("user-agent"), request.headers.get("x-client-address")),
  );
  if (cookies.session !== null) await endSession(cookies.session);
  const headers = new Headers();
  headers.append("Set-Cookie", await setCookie.session(session));
  headers.append("Set-Cookie", await setCookie.device(device));
  if (cookies.signInEmail !== null) headers.append("Set-Cookie", await setCookie.signInEmail(null));
  if (cookies.challenge !== null) headers.append("Set-Cookie", await setCookie.challenge(null));
  return { session, headers };
}

/** Set after the right password, where a code is still needed. */
export async function startChallenge(found: SignedIn): Promise<Headers> {
  return new Headers({ "Set-Cookie": await setCookie.challenge(await beginChallenge(found.person)) });
}

/** Ends the request's session or bearer. The headers make the browser delete what it keeps. */
export async function endSessionOf(request: Request, cookies: RequestCookies): Promise<Headers> {
  const bearer = bearerOf(request);
  if (bearer !== null) await endApiToken(bearer);
  if (cookies.session !== null) await endSession(cookies.session);
  const headers = new Headers({ "Clear-Site-Data": '"cache", "storage"' });
  headers.append("Set-Cookie", await setCookie.session(null));
  headers.append("Set-Cookie", await setCookie.list(null));
  // Its file is in the cache that the browser clears.
  headers.append("Set-Cookie", sheetCookie(null));
  return headers;
}

/** The signed-in person's theme, else this browser's, else the device's. `header` makes the browser remember a new choice. */
export async function displayModeFor(
  cookies: RequestCookies,
  signedIn: SignedIn | null,
): Promise<{ displayMode: DisplayMode; header: string | null }> {
  const remembered = cookies.displayMode;
  if (signedIn === null)
    return { displayMode: displayModes.find((mode) => mode === remembered) ?? "system", header: null };
  const { displayMode } = signedIn;
  return { displayMode, header: displayMode === remembered ? null : await setCookie.displayMode(displayMode) };
}
