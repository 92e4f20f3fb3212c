/** Every URL that is more than a constant, and where people land. Pure. */
import type { Someone } from "./policy.ts";
import { isStaff } from "./policy.ts";
import type { Stream } from "./models/pick.ts";

export const home = "/";
export const signInPath = "/login";
export const staffSignInPath = "/admin-login";
export const dashboardPath = "/dashboard";
export const adminPath = "/admin";
export const learnPath = "/learn";
export const learnManagerPath = "/admin/learn";
export const learnPreviewPath = "/admin/learn/preview";

/** Where a person lands after signing in. */
export function landingOf(person: Someone): string {
  return isStaff(person) ? adminPath : dashboardPath;
}

/** The manager of a stream's picks. */
export function managerPath(stream: Stream): string {
  return stream === "regular" ? "/admin/picks" : "/admin/propicks";
}

export function editPickPath(stream: Stream, id: number): string {
  return `${managerPath(stream)}/${id}`;
}

export function deletePickPath(stream: Stream, id: number): string {
  return `${managerPath(stream)}/${id}/delete`;
}

/** The same page with some query parameters changed; an empty value removes its parameter. */
export function withQuery(pathname: string, search: URLSearchParams | string, changes: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? pathname : `${pathname}?${text}`;
}
