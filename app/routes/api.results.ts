import { endpoint, shows } from "../doors/api.server.ts";
import { gradingAnswer } from "../doors/shapes.server.ts";
import { postResults } from "../models/grading/results-api.server.ts";

export const { loader, action } = endpoint(
  "/api/results",
  { POST: shows("Send results and grade the picks on them", postResults, gradingAnswer) },
  { bodyLimit: 256 * 1024 },
);
