import { endpoint, shows } from "../http/api.server.ts";
import { user } from "../http/shapes.server.ts";
import { resetUserPassword } from "../models/people/user-account.server.ts";

export const { loader, action } = endpoint("/api/users/{id}/password", {
  PUT: shows("Set an account's password", resetUserPassword, user),
});
