import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LearnManager } from "../components/content/learn-manager.tsx";
import { page, submit } from "../http/form.server.ts";
import { readLearnManagerPage, restoreLearn } from "../models/content/learn.server.ts";
import { learnManagerPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Glossary & Tips");
export const loader = (args: LoaderFunctionArgs) => page(args, readLearnManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    restoreLearn,
    ({ label }) => ({ to: learnManagerPath, notice: `Restored the last version of ${label}.` }),
    { goneTo: learnManagerPath, goneWhen: ["conflict"] },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function RestoreGlossaryOrTips() {
  const { lists, notice } = useLoaderData<typeof loader>();
  return <LearnManager lists={lists} notice={notice} answer={useActionData<typeof action>()} />;
}
