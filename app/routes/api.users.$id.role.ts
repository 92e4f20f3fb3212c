import { endpoint, shows } from "../doors/api.server.ts";
import { user } from "../doors/shapes.server.ts";
import { giveRole } from "../models/people/user-account.server.ts";

export const { loader, action } = endpoint("/api/users/{id}/role", {
  PUT: shows("Give an account a role", giveRole, user),
});
