import { endpoint, shows } from "../http/api.server.ts";
import { user } from "../http/shapes.server.ts";
import { giveRole } from "../models/people/user-account.server.ts";

export const { loader, action } = endpoint("/api/users/{id}/role", {
  PUT: shows("Give an account a role", giveRole, user),
});
