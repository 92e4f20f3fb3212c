import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutCsv } from "../downloads/affiliate-csv.ts";
import { refuseForm } from "../http/form.server.ts";
import { download } from "../http/page.server.ts";
import { listTicked } from "../models/affiliates/payout.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(
    args,
    listTicked,
    ({ lines }) => payoutCsv(lines),
    () => "payout-due.csv",
  );
export const action = () => refuseForm();
