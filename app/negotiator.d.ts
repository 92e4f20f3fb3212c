/** What we use of negotiator; the types of others are of an older one. */
declare module "negotiator" {
  import type { IncomingMessage } from "node:http";

  export default class Negotiator {
    constructor(request: Pick<IncomingMessage, "headers">);
    /** What is best of `available` for whoever asks; of what is as good to them, what `preferred` names first. Undefined where they take none of it. */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
  }
}
