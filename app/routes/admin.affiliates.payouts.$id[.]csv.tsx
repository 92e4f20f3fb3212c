import type { LoaderFunctionArgs } from "@remix-run/node";
import { payoutCsv } from "../downloads/affiliate-csv.ts";
import { refuseForm } from "../http/form.server.ts";
import { download } from "../http/page.server.ts";
import { findPayout } from "../models/affiliates/payout.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(
    args,
    findPayout,
    ({ lines }) => payoutCsv(lines),
    ({ id }) => `payout-${id}.csv`,
  );
export const action = () => refuseForm();
