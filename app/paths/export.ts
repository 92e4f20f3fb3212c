export const exportPath = "/admin/everything.zip";
