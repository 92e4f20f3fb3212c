import { z } from "zod";
import { env } from "../env.server.ts";
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

/** Whether the record is among the pages that everybody may find. */
export const readFoundPages = operation("site.read", z.object({}), async () => ({ hasRecord: env.PUBLIC_RECORD }));
