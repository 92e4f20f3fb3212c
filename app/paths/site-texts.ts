export const siteTextsPath = "/admin/site";
export const howItWorksPath = "/how-it-works";

export function siteTextPath(name: string, action?: "preview" | "restore"): string {
  return [siteTextsPath, name, ...(action ? [action] : [])].join("/");
}
