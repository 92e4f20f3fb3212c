import type { LoaderFunctionArgs } from "@remix-run/node";
import { recordAtom } from "../documents/record-feed.ts";
import { refuseForm } from "../http/form.server.ts";
import { showText } from "../http/page.server.ts";
import { readRecordFeed } from "../models/record/record-pages.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  showText(args, readRecordFeed, recordAtom, { type: "application/atom+xml; charset=utf-8" });
export const action = () => refuseForm();
