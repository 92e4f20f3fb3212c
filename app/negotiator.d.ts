/** The part of negotiator that we use; the published types are of an older version. */
declare module "negotiator" {
  import type { IncomingMessage } from "node:http";

  export default class Negotiator {
    constructor(request: Pick<IncomingMessage, "headers">);
    /** The client's best of `available`; `preferred` decides between equals. Undefined when it accepts none. */
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
  }
}
