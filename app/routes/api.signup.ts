import { creates, endpoint } from "../api.server.ts";
import { signUp } from "../models/sign-up.server.ts";

export const { loader, action } = endpoint({ POST: creates(signUp) }, { referred: true });
