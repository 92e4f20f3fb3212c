import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordCsv } from "../csv/record-csv.ts";
import { refuseForm } from "../doors/form.server.ts";
import { download } from "../doors/page.server.ts";
import { openRecordFile } from "../models/ledger/kept/record-pages.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(
    args,
    openRecordFile,
    ({ picks }) => recordCsv(picks),
    () => "record.csv",
    "member",
  );
export const action = () => refuseForm();
