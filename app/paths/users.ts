/** The URLs of the User Manager. Pure. */
import { listPath } from "./lists.ts";
import { usersManagerPath } from "./paths.ts";

/** The page of a user's account, or of one of the forms on it. */
export function userPath(id: number, form: "" | "/role" | "/status" | "/payment" | "/password" | "/two-factor" | "/access" | "/detach" | "/delete" = ""): string {
  return `${usersManagerPath}/${id}${form}`;
}

/** The list of users as `search` asks for it, for what was opened from there. */
export function usersListPath(search: URLSearchParams | string): string {
  return listPath(usersManagerPath, search);
}

/** The form of a user in the list of users, which leads back to the list as `search` asks for it. */
export function inUsersList(id: number, form: "/status" | "/payment" | "/delete", search: URLSearchParams | string): string {
  return listPath(userPath(id, form), search, { from: "list" });
}

/** Where a form of a user leads that was sent to `url`: to the list if it stood there, else to the user. */
export function afterUserForm(id: number, url: string): string {
  const { searchParams } = new URL(url);
  return searchParams.get("from") === "list" ? usersListPath(searchParams) : userPath(id);
}
