/**
 * The build gives this to browsers in place of turbo-stream (tsconfig.json, `paths`): the framework's decoder of single
 * fetch, which is off. It saves 1.3 KB. Delete it with its path when single fetch is switched on.
 */
export function decode(): never {
  throw new Error("Single fetch is off.");
}
export { decode as encode };
