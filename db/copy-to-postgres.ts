/** `npm run copy-to-postgres -- FILE`: copies a SQLite database into the empty PostgreSQL database of DATABASE_URL. */
import { command, onlyWord, typedFile } from "./command.ts";
import { copyAll, postgresIn } from "./copy.ts";

await command(async (_address, words) => {
  const file = typedFile(onlyWord(words, "npm run copy-to-postgres -- FILE"));
  console.log(await copyAll(file, postgresIn(process.env)));
});
