import { endpoint, tracksVisit } from "../api.server.ts";

export const { loader, action } = endpoint({ POST: tracksVisit });
