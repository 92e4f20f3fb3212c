import { endpoint, shows } from "../http/api.server.ts";
import { sidebar } from "../http/shapes.server.ts";
import { findSidebar, saveSidebar } from "../models/content/sidebar.server.ts";

export const { loader, action } = endpoint("/api/sidebar", {
  GET: shows("Read the side column", findSidebar, sidebar),
  POST: shows("Change the side column", saveSidebar, sidebar),
});
