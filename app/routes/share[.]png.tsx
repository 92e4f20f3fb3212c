import type { LoaderFunctionArgs } from "@remix-run/node";
import { sharePicture } from "../documents/share-picture.server.ts";
import { refuseForm } from "../http/form.server.ts";
import { showText } from "../http/page.server.ts";
import { readShareFacts } from "../models/record/share-figures.server.ts";

export const loader = (args: LoaderFunctionArgs) =>
  showText(args, readShareFacts, sharePicture, { type: "image/png", tagged: true });
export const action = () => refuseForm();
