import { listPath, usersManagerPath, withQuery } from "./paths.ts";

export const importMembersPath = `${usersManagerPath}/import`;
export const mailMembersPath = `${usersManagerPath}/import/mail`;

/** Of the list and of its file; the page of the list is kept beside them. */
export const usersFilterNames = ["q", "role", "status", "access", "start", "end", "seen", "confirmed"] as const;
export type UsersFilterName = (typeof usersFilterNames)[number];

export function userPath(
  id: number,
  form:
    | ""
    | `/${"delete" | "role" | "access" | "detach" | "password" | "status" | "payment"}`
    | `/ask/${"confirm" | "cancel" | "pause" | "resume" | "refund" | "two-factor"}` = "",
): string {
  return `${usersManagerPath}/${id}${form}`;
}

export function usersListPath(search: URLSearchParams | string): string {
  return listPath(usersManagerPath, search, filterIn(search));
}

export function userPathFromList(
  id: number,
  form: "/status" | "/payment" | "/delete",
  search: URLSearchParams | string,
): string {
  return listPath(userPath(id, form), search, { ...filterIn(search), from: "list" });
}

/** A CSV file of the filtered list. */
export function usersFilePath(search: URLSearchParams | string): string {
  return withQuery(`${usersManagerPath}.csv`, "", filterIn(search));
}

export function askSubscriptionPath(id: number, about: "cancel" | "pause" | "resume", subscription: string): string {
  return withQuery(userPath(id, `/ask/${about}`), "", { subscription });
}

/** A user's form redirects to the list if it was opened from there, else to the user. */
export function afterUserFormPath(id: number, url: string): string {
  const { searchParams } = new URL(url);
  return searchParams.get("from") === "list" ? usersListPath(searchParams) : userPath(id);
}

function filterIn(search: URLSearchParams | string): Record<string, string> {
  const query = new URLSearchParams(search);
  return Object.fromEntries(usersFilterNames.map((name) => [name, query.get(name) ?? ""]));
}
