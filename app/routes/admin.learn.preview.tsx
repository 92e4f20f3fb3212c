import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LearnManager } from "../components/content/learn-manager.tsx";
import { page, preview } from "../http/form.server.ts";
import { readLearnManagerPage, previewLearn } from "../models/content/learn.server.ts";
import { listFormLimit } from "../models/content/learn.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Glossary & Tips");
export const loader = (args: LoaderFunctionArgs) => page(args, readLearnManagerPage, "staff");
export const action = (args: ActionFunctionArgs) => preview(args, previewLearn, { bodyLimit: listFormLimit });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function GlossaryAndTipsPreview() {
  const { lists, notice } = useLoaderData<typeof loader>();
  return <LearnManager lists={lists} notice={notice} answer={useActionData<typeof action>()} />;
}
