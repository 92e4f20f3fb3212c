import { carriesOut, endpoint, shows } from "../http/api.server.ts";
import { profile } from "../http/shapes.server.ts";
import { ownAccountChanges, saveOwnAccount } from "../models/people/profile.server.ts";
import { deleteUser } from "../models/people/user-account.server.ts";

export const { loader, action } = endpoint("/api/users/{id}", {
  PUT: shows("Change your own name, phone or password", saveOwnAccount, profile, ownAccountChanges),
  DELETE: carriesOut("Delete an account", deleteUser),
});
