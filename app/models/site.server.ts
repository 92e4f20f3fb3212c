import { z } from "zod";
import { operation } from "./operation.server.ts";

/** The page for a lost network, which is kept with a member's own copies. */
export const openOffline = operation("picks.read", z.object({}), async () => ({}));

/** A public page without data of its own. */
export const openSite = operation("site.read", z.object({}), async () => ({}));
