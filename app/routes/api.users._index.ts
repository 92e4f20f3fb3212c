import { creates, endpoint, lists } from "../http/api.server.ts";
import { user } from "../http/shapes.server.ts";
import { addUser, listUsers } from "../models/people/user.server.ts";

export const { loader, action } = endpoint("/api/users", {
  GET: lists("List the accounts", listUsers, user),
  POST: creates("Add an account", addUser, user),
});
