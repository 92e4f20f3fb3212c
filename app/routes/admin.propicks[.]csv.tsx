import type { LoaderFunctionArgs } from "@remix-run/node";
import { picksCsv } from "../csv/picks-csv.ts";
import { refuseForm } from "../doors/form.server.ts";
import { download } from "../doors/page.server.ts";
import { proPicks } from "../models/picks/pick.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(args, proPicks.listForFile, picksCsv, () => "propicks.csv");
export const action = () => refuseForm();
