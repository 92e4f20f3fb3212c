import type { LoaderFunctionArgs } from "@remix-run/node";
import { noForm } from "../doors/form.server.ts";
import { download } from "../doors/page.server.ts";
import { listPartnerMonths } from "../models/affiliates/own-figures.server.ts";
import { partnerMonthsCsv } from "../csv/affiliate-months-csv.ts";

export const loader = (args: LoaderFunctionArgs) => download(args, listPartnerMonths, ({ months }) => partnerMonthsCsv(months), ({ ref_code }) => `affiliate-${ref_code}-months.csv`, "public");
export const action = () => noForm();
