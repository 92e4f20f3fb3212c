/** Where the demo keeps its file when nothing else is said. */
export const demoPath = "data/demo.db";
