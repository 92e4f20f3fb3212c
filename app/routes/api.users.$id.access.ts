import { endpoint, shows } from "../http/api.server.ts";
import { user } from "../http/shapes.server.ts";
import { setAccess } from "../models/people/user-access.server.ts";

export const { loader, action } = endpoint("/api/users/{id}/access", {
  PUT: shows("Set a member's access: as paid, until a day, or without end", setAccess, user),
});
