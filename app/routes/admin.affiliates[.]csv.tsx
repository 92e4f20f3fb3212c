import type { LoaderFunctionArgs } from "@remix-run/node";
import { affiliatesCsv } from "../downloads/affiliate-csv.ts";
import { refuseForm } from "../http/form.server.ts";
import { download } from "../http/page.server.ts";
import { listAffiliates } from "../models/affiliates/affiliate.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(args, listAffiliates, affiliatesCsv, () => "affiliates.csv");
export const action = () => refuseForm();
