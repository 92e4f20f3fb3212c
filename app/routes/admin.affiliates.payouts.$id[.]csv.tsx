import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutCsv } from "../csv/affiliate-csv.ts";
import { refuseForm } from "../doors/form.server.ts";
import { download } from "../doors/page.server.ts";
import { findPayout } from "../models/affiliates/payout.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(
    args,
    findPayout,
    ({ lines }) => payoutCsv(lines),
    ({ id }) => `payout-${id}.csv`,
  );
export const action = () => refuseForm();
