import type { LoaderFunctionArgs } from "@remix-run/node";
import { affiliatesCsv } from "../csv/affiliate-csv.ts";
import { refuseForm } from "../doors/form.server.ts";
import { download } from "../doors/page.server.ts";
import { listAffiliates } from "../models/affiliates/affiliate.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(args, listAffiliates, affiliatesCsv, () => "affiliates.csv");
export const action = () => refuseForm();
