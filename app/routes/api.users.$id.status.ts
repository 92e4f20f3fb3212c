import { endpoint, shows } from "../http/api.server.ts";
import { user } from "../http/shapes.server.ts";
import { switchStatus } from "../models/people/user-account.server.ts";

export const { loader, action } = endpoint("/api/users/{id}/status", {
  PUT: shows("Switch an account between Active and Suspended", switchStatus, user),
});
