/** URLs of the operator's channels. Pure. */

export const channelsPath = "/admin/channels";
export function channelPath(id: number, action?: "test" | "secret" | "remove"): string {
  return [channelsPath, id, ...(action ? [action] : [])].join("/");
}

export function newChannelPath(type: string): string {
  return `${channelsPath}?type=${type}`;
}
