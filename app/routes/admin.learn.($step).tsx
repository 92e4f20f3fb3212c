import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { type ShouldRevalidateFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { LearnManager } from "../components/content/learn-manager.tsx";
import type { LearnAnswer } from "../components/content/use-learn-preview.ts";
import { revalidateUnlessKept } from "../components/forms/client-action.ts";
import { isFailed } from "../http/form-state.ts";
import { page, preview, submit, submitOneOf } from "../http/form.server.ts";
import { savedMessage } from "../models/merge/kept-changes.ts";
import { previewLearn, readLearnManagerPage, restoreLearn, saveLearnForm } from "../models/content/learn.server.ts";
import { listFormLimit } from "../models/content/learn.ts";
import { learnManagerPath, learnPreviewPath } from "../paths/learn.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Glossary & Tips");
export const loader = (args: LoaderFunctionArgs) => page(args, readLearnManagerPage, "staff");

export const action = (args: ActionFunctionArgs) =>
  submitOneOf(args.params.step, {
    "": () =>
      submit(
        args,
        saveLearnForm,
        ({ kept }) => ({ to: learnManagerPath, notice: savedMessage("Content saved successfully!", kept) }),
        { bodyLimit: listFormLimit },
      ),
    preview: () => preview(args, previewLearn, { bodyLimit: listFormLimit }),
    restore: () =>
      submit(
        args,
        restoreLearn,
        ({ label }) => ({ to: learnManagerPath, notice: `Restored the last version of ${label}.` }),
        { goneTo: learnManagerPath, goneWhen: ["conflict"] },
      ),
  });
export { clientAction } from "../components/forms/client-action.ts";

export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  return args.formAction !== learnPreviewPath && revalidateUnlessKept(args);
}

export default function GlossaryAndTips() {
  const { lists, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<LearnAnswer>();
  // After a failure the loader does not run again: hide the notice of the previous save.
  return <LearnManager lists={lists} notice={isFailed(answer) ? null : notice} answer={answer} />;
}
