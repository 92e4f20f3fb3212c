export const streams = ["regular", "pro"] as const;
export type Stream = (typeof streams)[number];
