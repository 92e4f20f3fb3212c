import type { LoaderFunctionArgs } from "@remix-run/node";
import { affiliatesCsv } from "../csv/affiliate-csv.ts";
import { download, noForm } from "../doors/http.server.ts";
import { listAffiliates } from "../models/affiliate.server.ts";

export const loader = (args: LoaderFunctionArgs) => download(args, listAffiliates, affiliatesCsv, () => "affiliates.csv");
export const action = () => noForm();
