import { creates, endpoint, lists } from "../api.server.ts";
import { addUser, listUsers } from "../models/user.server.ts";

export const { loader, action } = endpoint({ GET: lists(listUsers), POST: creates(addUser) });
