/** What the bench uses of autocannon, which brings no types. */
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers?: Readonly<Record<string, string>>;
    requests?: readonly { path: string; headers?: Readonly<Record<string, string>> }[];
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

  export default function autocannon(options: Options): Instance;
}
