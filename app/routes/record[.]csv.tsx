import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordCsv } from "../downloads/record-csv.ts";
import { refuseForm } from "../http/form.server.ts";
import { download } from "../http/page.server.ts";
import { readRecordFile } from "../models/record/record-pages.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  download(
    args,
    readRecordFile,
    ({ picks }) => recordCsv(picks),
    () => "record.csv",
    "member",
  );
export const action = () => refuseForm();
