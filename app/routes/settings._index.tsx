import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { page, submit } from "../http/form.server.ts";
import { readSettingsPage } from "../models/people/settings-page.server.ts";
import { saveOwnSettings } from "../models/people/settings.server.ts";
import { settingsPath } from "../paths/paths.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Settings");
export const loader = (args: LoaderFunctionArgs) => page(args, readSettingsPage);
export const action = (args: ActionFunctionArgs) =>
  submit(args, saveOwnSettings, () => ({ to: settingsPath, notice: "Settings saved." }));
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export { SettingsPage as default } from "../components/settings/settings-page.tsx";
