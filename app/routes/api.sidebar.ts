import { endpoint, shows } from "../http.server.ts";
import { findSidebar, saveSidebar } from "../models/sidebar.server.ts";

export const { loader, action } = endpoint({ GET: shows(findSidebar), POST: shows(saveSidebar) });
