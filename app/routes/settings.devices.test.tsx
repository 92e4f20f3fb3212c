import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { page, submit } from "../http/form.server.ts";
import { testOwnDevice } from "../models/alerts/push-device.server.ts";
import { readSettingsPage } from "../models/people/settings-page.server.ts";
import { settingsPath } from "../paths/paths.ts";
import { devicesSectionPath } from "../paths/settings.ts";
import { titled } from "../site.ts";

export const meta = () => titled("Settings");
export const loader = (args: LoaderFunctionArgs) => page(args, readSettingsPage);
export const action = (args: ActionFunctionArgs) =>
  submit(args, testOwnDevice, () => ({ to: devicesSectionPath, notice: "A test alert is on its way." }), {
    goneTo: settingsPath,
  });
export { clientAction, revalidateUnlessKept as shouldRevalidate } from "../components/forms/client-action.ts";

export { SettingsPage as default } from "../components/settings/settings-page.tsx";
