export const statusPath = "/admin/status";
export const supportBundlePath = `${statusPath}/bundle.json`;
