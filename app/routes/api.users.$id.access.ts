import { endpoint, shows } from "../doors/api.server.ts";
import { user } from "../doors/shapes.server.ts";
import { setAccess } from "../models/billing/user-access.server.ts";

export const { loader, action } = endpoint("/api/users/{id}/access", {
  PUT: shows("Set a member's access: as paid, until a day, or without end", setAccess, user),
});
