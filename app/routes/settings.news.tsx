import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { page, submit } from "../http/form.server.ts";
import { saveOwnNewsByForm } from "../models/alerts/choices.server.ts";
import { readSettingsPage } from "../models/people/settings-page.server.ts";
import { settingsPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Settings");
export const loader = (args: LoaderFunctionArgs) => page(args, readSettingsPage);
export const action = (args: ActionFunctionArgs) =>
  submit(args, saveOwnNewsByForm, () => ({ to: settingsPath, notice: "News settings saved." }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export { SettingsPage as default } from "../components/settings/settings-page.tsx";
