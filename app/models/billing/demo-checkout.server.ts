import { z } from "zod";
import { checkout } from "../../payment/checkout.server.ts";
import { Refusal } from "../../refusal.ts";
import { operation } from "../operation.server.ts";

/** The demo's replacement for the hosted payment page. Refuses with "not-found" when payments go elsewhere. */
export const readDemoCheckoutPage = operation("site.read", z.object({}), async () => {
  if (!checkout.link?.startsWith("/"))
    throw new Refusal("not-found", "There is nothing at this address. It may have been moved or deleted.");
  return {};
});
