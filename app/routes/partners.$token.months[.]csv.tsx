import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../http/form.server.ts";
import { download } from "../http/page.server.ts";
import { listOwnMonths } from "../models/affiliates/own-figures.server.ts";
import { affiliateMonthsCsv } from "../downloads/affiliate-months-csv.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(
    args,
    listOwnMonths,
    ({ months }) => affiliateMonthsCsv(months),
    ({ ref_code }) => `affiliate-${ref_code}-months.csv`,
    "public",
  );
export const action = () => refuseForm();
