import type { LoaderFunctionArgs } from "@remix-run/node";
import { picksCsv } from "../downloads/picks-csv.ts";
import { refuseForm } from "../http/form.server.ts";
import { download } from "../http/page.server.ts";
import { regularPicks } from "../models/picks/pick.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(args, regularPicks.listForFile, picksCsv, () => "picks.csv");
export const action = () => refuseForm();
