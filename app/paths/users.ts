import { listPath, usersManagerPath } from "./paths.ts";

export function userPath(
  id: number,
  form: "" | "/role" | "/status" | "/payment" | "/password" | "/two-factor" | "/access" | "/detach" | "/delete" = "",
): string {
  return `${usersManagerPath}/${id}${form}`;
}

export function usersListPath(search: URLSearchParams | string): string {
  return listPath(usersManagerPath, search);
}

export function userPathFromList(
  id: number,
  form: "/status" | "/payment" | "/delete",
  search: URLSearchParams | string,
): string {
  return listPath(userPath(id, form), search, { from: "list" });
}

/** A user's form redirects to the list if it was opened from there, else to the user. */
export function afterUserFormPath(id: number, url: string): string {
  const { searchParams } = new URL(url);
  return searchParams.get("from") === "list" ? usersListPath(searchParams) : userPath(id);
}
