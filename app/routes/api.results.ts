import { endpoint, shows } from "../http/api.server.ts";
import { gradingAnswer } from "../http/shapes.server.ts";
import { postResults, resultsBody } from "../models/grading/results-api.server.ts";

export const { loader, action } = endpoint(
  "/api/results",
  { POST: shows("Send results and grade the picks on them", postResults, gradingAnswer, resultsBody) },
  { bodyLimit: 256 * 1024 },
);
