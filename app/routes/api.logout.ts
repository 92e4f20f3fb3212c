import { endpoint, signsOut } from "../http.server.ts";

export const { loader, action } = endpoint({ POST: signsOut });
