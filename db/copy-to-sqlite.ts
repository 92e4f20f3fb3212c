/** `npm run copy-to-sqlite -- FILE`: copies the PostgreSQL database of DATABASE_URL into a new SQLite file. */
import { command, onlyWord, typedFile } from "./command.ts";
import { copyAll, postgresIn } from "./copy.ts";

await command(async (_address, words) => {
  const file = typedFile(onlyWord(words, "npm run copy-to-sqlite -- FILE"));
  console.log(await copyAll(postgresIn(process.env), file));
});
