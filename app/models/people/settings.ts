import type { DisplayMode } from "../display-mode.ts";

export const switches = ["enabled", "disabled"] as const;
export type Switch = (typeof switches)[number];

export interface Settings {
  email_notifications: Switch;
  sms_alerts: Switch;
  display_mode: DisplayMode;
}
