export const statusPath = "/admin/status";
