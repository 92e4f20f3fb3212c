import { z } from "zod";
import { operation } from "./operation.server.ts";

/** The page shown without a network, cached for members. */
export const readOfflinePage = operation("picks.read", z.object({}), async () => ({}));

export const readSitePage = operation("site.read", z.object({}), async () => ({}));
