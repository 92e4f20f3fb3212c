import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { LearnManager } from "../components/content/learn-manager.tsx";
import { revalidateUnlessKept } from "../components/forms/client-action.ts";
import { isFailed } from "../http/form-state.ts";
import { page, submit } from "../http/form.server.ts";
import { savedMessage } from "../models/merge/kept-changes.ts";
import { readLearnManagerPage, saveLearnForm } from "../models/content/learn.server.ts";
import { listFormLimit } from "../models/content/learn.ts";
import { learnManagerPath, learnPreviewPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Glossary & Tips");
export const loader = (args: LoaderFunctionArgs) => page(args, readLearnManagerPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    saveLearnForm,
    ({ kept }) => ({ to: learnManagerPath, notice: savedMessage("Content saved successfully!", kept) }),
    { bodyLimit: listFormLimit },
  );
export { clientAction } from "../components/forms/client-action.ts";

export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.formAction !== learnPreviewPath && revalidateUnlessKept(args);
}

export default function GlossaryAndTips() {
  const { lists, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // After a failure the loader does not run again: hide the notice of the previous save.
  return <LearnManager lists={lists} notice={isFailed(answer) ? null : notice} answer={answer} />;
}
