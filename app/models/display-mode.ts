/** "system" follows the device. */
export const displayModes = ["system", "dark", "light"] as const;
export type DisplayMode = (typeof displayModes)[number];
