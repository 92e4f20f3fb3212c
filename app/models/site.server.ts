import { z } from "zod";
import { operation } from "./operation.server.ts";

/** The page shown without a network, cached for members. */
export const openOffline = operation("picks.read", z.object({}), async () => ({}));

export const openSite = operation("site.read", z.object({}), async () => ({}));
