import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutCsv } from "../csv/affiliate-csv.ts";
import { refuseForm } from "../doors/form.server.ts";
import { download } from "../doors/page.server.ts";
import { listTicked } from "../models/affiliates/payout.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(
    args,
    listTicked,
    ({ lines }) => payoutCsv(lines),
    () => "payout-due.csv",
  );
export const action = () => refuseForm();
