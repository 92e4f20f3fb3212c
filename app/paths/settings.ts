/** The forms of the settings page. */
import { settingsPath } from "./paths.ts";

export const newsSettingsPath = "/settings/news";
export const removeDevicePath = "/settings/devices/remove";
export const testDevicePath = "/settings/devices/test";
export const devicesSectionPath = `${settingsPath}#devices`;
