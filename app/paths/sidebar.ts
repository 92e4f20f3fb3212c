/** URLs of the Sidebar Manager. Pure. */

export const sidebarManagerPath = "/admin/sidebar";
export const restoreSidebarPath = "/admin/sidebar/restore";
