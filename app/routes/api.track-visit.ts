import { endpoint, tracksVisit } from "../doors/api.server.ts";

export const { loader, action } = endpoint("/api/track-visit", { POST: tracksVisit });
