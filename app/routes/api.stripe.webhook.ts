import { endpoint, hears } from "../api.server.ts";
import { takePaymentReport } from "../models/payment-report.server.ts";

// An event carries the whole object that it is about.
const bodyLimit = 256 * 1024;

export const { loader, action } = endpoint({ POST: hears(takePaymentReport, "stripe-signature") }, { bodyLimit });
