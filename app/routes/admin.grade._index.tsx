import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { GradingPage } from "../components/grading/grading-page.tsx";
import { page, submitAndShow } from "../http/form.server.ts";
import { gradeGames, readGradingPage } from "../models/grading/grading.server.ts";
import { gradedText, gradingBodyLimit, gradingFields } from "../models/grading/grading.ts";
import { gradingPath } from "../paths/grading.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Grade");
export const loader = (args: LoaderFunctionArgs) => page(args, readGradingPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submitAndShow(
    args,
    gradeGames,
    (result) => ("graded" in result ? { to: gradingPath, notice: gradedText(result.graded) } : null),
    { query: ["date"], bodyLimit: gradingBodyLimit, fieldLimit: gradingFields },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function Grade() {
  return <GradingPage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
