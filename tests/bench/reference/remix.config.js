/** @type {import("@remix-run/dev").AppConfig} */
export default {
  serverModuleFormat: "esm",
  serverBuildPath: "../../../.cache/bench-reference/index.js",
  assetsBuildDirectory: "../../../.cache/bench-reference/public/build",
  cacheDirectory: "../../../.cache/bench-reference/cache",
};
