import { creates, endpoint } from "../doors/api.server.ts";
import { profile } from "../doors/shapes.server.ts";
import { signUp } from "../models/people/sign-up.server.ts";

export const { loader, action } = endpoint(
  "/api/signup",
  { POST: creates("Sign up", signUp, profile) },
  { cookies: ["referral"] },
);
