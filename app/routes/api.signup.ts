import { creates, endpoint } from "../http/api.server.ts";
import { profile } from "../http/shapes.server.ts";
import { signUp } from "../models/people/sign-up.server.ts";

export const { loader, action } = endpoint(
  "/api/signup",
  { POST: creates("Sign up", signUp, profile) },
  { cookies: ["referral"] },
);
