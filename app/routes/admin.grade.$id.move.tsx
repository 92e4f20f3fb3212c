import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MoveGamePage } from "../components/grading/whole-game-pages.tsx";
import { page, submit } from "../http/form.server.ts";
import { moveGame, readGamePage } from "../models/grading/whole-game.server.ts";
import { gradingPath } from "../paths/grading.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Move the Game");
export const loader = (args: LoaderFunctionArgs) => page(args, readGamePage, "staff");
export const action = (args: ActionFunctionArgs) =>
  submit(args, moveGame, ({ title, game_date }) => ({ to: gradingPath, notice: `Moved to ${game_date}: ${title}.` }), {
    query: ["date"],
    goneTo: gradingPath,
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export default function MoveGame() {
  return <MoveGamePage view={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
