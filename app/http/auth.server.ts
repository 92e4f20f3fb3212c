import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { readForm, readJson } from "./input.server.ts";
import type { Operation } from "../models/operation.server.ts";
import { type CheckedCredentials, checkCredentials, checkStaffCredentials } from "../models/sign-in/sign-in.server.ts";
import { readCookies } from "../session/cookies.server.ts";
import { identify } from "../session/identity.server.ts";

export type SignInForm = "member" | "staff";

/** Checks the e-mail and password of a request. Starts no session. */
export const authenticator = new Authenticator<CheckedCredentials>();

class PasswordStrategy extends Strategy<CheckedCredentials, Request> {
  name = "password";

  constructor(check: Operation<CheckedCredentials>) {
    super(async (request) =>
      check((await identify(request, await readCookies(request))).actor, await readCredentials(request)),
    );
  }

  override authenticate(request: Request): Promise<CheckedCredentials> {
    return this.verify(request);
  }
}

authenticator.use(new PasswordStrategy(checkCredentials), "member" satisfies SignInForm);
authenticator.use(new PasswordStrategy(checkStaffCredentials), "staff" satisfies SignInForm);

/** A form and the API send the same fields. */
function readCredentials(request: Request) {
  return /json/i.test(request.headers.get("content-type") ?? "") ? readJson(request) : readForm(request);
}
