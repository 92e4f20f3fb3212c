/** The parts of autocannon that the bench uses. The package has no types. */
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  interface Request {
    path: string;
    headers?: Readonly<Record<string, string>>;
  }

  interface Client {
    setRequests(requests: readonly Request[]): void;
  }

  interface Options {
    url: string;
    connections: number;
    /** In seconds. */
    duration: number;
    headers?: Readonly<Record<string, string>>;
    requests?: readonly Request[];
    setupClient?: (client: Client) => void;
  }

  interface Result {
    errors: number;
    timeouts: number;
    non2xx: number;
    "2xx": number;
    "3xx": number;
    duration: number;
  }

  type Instance = EventEmitter & Promise<Result>;

  function autocannon(options: Options): Instance;
  namespace autocannon {
    export type { Client };
  }
  export default autocannon;
}
