import { endpoint, signsIn } from "../http.server.ts";

export const { loader, action } = endpoint({ POST: signsIn });
