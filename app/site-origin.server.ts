import { env } from "./env.server.ts";

/** Where links in mails and alerts lead. APP_ORIGIN is unset only in the demo, development and tests, where the reader uses this machine. */
export const siteOrigin = env.APP_ORIGIN ?? `http://localhost:${env.PORT}`;
