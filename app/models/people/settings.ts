export const displayModes = ["dark", "light"] as const;
export type DisplayMode = (typeof displayModes)[number];

export const switches = ["enabled", "disabled"] as const;
export type Switch = (typeof switches)[number];

export interface Settings {
  email_notifications: Switch;
  sms_alerts: Switch;
  display_mode: DisplayMode;
}
