import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ReopenGamePage } from "../components/grading/whole-game-pages.tsx";
import { page, submit } from "../http/form.server.ts";
import { readReopeningPage, reopenGame } from "../models/grading/whole-game.server.ts";
import { gradingPath } from "../paths/grading.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Open the Game Again");
export const loader = (args: LoaderFunctionArgs) => page(args, readReopeningPage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(
    args,
    reopenGame,
    ({ title, count }) => ({
      to: gradingPath,
      notice: `${count} ${count === 1 ? "pick is" : "picks are"} open again: ${title}.`,
    }),
    { goneTo: gradingPath },
  );
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function ReopenGame() {
  return <ReopenGamePage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
