import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordAtom } from "../documents/record-feed.ts";
import { refuseForm } from "../doors/form.server.ts";
import { showText } from "../doors/page.server.ts";
import { openRecordFeed } from "../models/ledger/kept/record-pages.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  showText(args, openRecordFeed, recordAtom, { type: "application/atom+xml; charset=utf-8" });
export const action = () => refuseForm();
