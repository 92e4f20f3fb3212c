export const displayModes = ["dark", "light"] as const;
export type DisplayMode = (typeof displayModes)[number];
