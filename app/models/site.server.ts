import { z } from "zod";
import { operation } from "./operation.server.ts";

/** The page shown without a network, cached for members. */
export const readOfflinePage = operation("picks.read", z.object({}), async () => ({}));

/** The email of a sign-up or a reset just before; null for anybody else. */
export const readSignInPage = operation(
  "site.read",
  z.object({ email: z.string().nullable().catch(null) }),
  async (_actor, { email }) => ({ email }),
);

export const readSitePage = operation("site.read", z.object({}), async () => ({}));
