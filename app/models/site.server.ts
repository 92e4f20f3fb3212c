import { z } from "zod";
import { operation } from "./operation.server.ts";

/** A public page without data of its own. */
export const openSite = operation("site.read", z.object({}), async () => ({}));
