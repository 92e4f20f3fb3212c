import type { LoaderFunctionArgs } from "@remix-run/node";
import { refuseForm } from "../http/form.server.ts";
import { showText } from "../http/page.server.ts";
import { findHead } from "../models/record/public-record.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  showText(args, findHead, ({ seq, hash, at }) => `${seq} ${hash} ${at}\n`, { tagged: true });
export const action = () => refuseForm();
