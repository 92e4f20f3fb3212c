export const demoPath = "data/demo.db";
