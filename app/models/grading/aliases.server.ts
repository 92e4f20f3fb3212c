/** Names of teams that staff confirmed for results: the list, and taking one back. */
import { z } from "zod";
import { db } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { stepIn } from "../fields.ts";
import { operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { entriesOf } from "../trail/trail-rows.server.ts";
import { authorText } from "../trail/trail.ts";
import { nameKey } from "./games.ts";

interface Alias {
  sport: string;
  /** The stored key of the name. */
  alias: string;
}

export interface ListedAlias extends Alias {
  /** As it came, and as it was chosen; their keys where the trail no longer says it. */
  written: string;
  team: string;
  confirmed_at: string;
  /** '' = unknown. */
  by: string;
}

export interface AliasesView {
  aliases: ListedAlias[];
  /** Those that have names. */
  sports: string[];
  /** '' = all. */
  sport: string;
  /** The one that is asked about. */
  chosen: ListedAlias | null;
}

const steps = ["take-back"] as const;

export const readAliasesPage = operation(
  "results.manage",
  z.object({ ask: z.string().optional(), sport: z.string().default(""), alias: z.string().default("") }),
  async (_actor, input): Promise<AliasesView> => {
    const asks = stepIn(steps, input.ask);
    const all = await readAliases();
    const sports = [...new Set(all.map(({ sport }) => sport))];
    const sport = sports.includes(input.sport) ? input.sport : "";
    const aliases = all.filter((row) => sport === "" || row.sport === sport);
    if (asks === null) return { aliases, sports, sport, chosen: null };
    const chosen = aliases.find((row) => row.sport === input.sport && row.alias === input.alias);
    if (!chosen) throw gone();
    return { aliases, sports, sport, chosen };
  },
);

/** The next result with this name is asked about again. Verdicts stay. */
export const takeBackAlias = operation(
  "results.manage",
  z.object({ ask: z.enum(steps), sport: z.string(), alias: z.string() }),
  async (actor, { sport, alias }): Promise<ListedAlias> => {
    const listed = (await readAliases()).find((row) => row.sport === sport && row.alias === alias);
    if (!listed) throw gone();
    await writeAs(actor, async (trx) => {
      const taken = await trx
        .deleteFrom("team_aliases")
        .where("sport", "=", sport)
        .where("alias", "=", alias)
        .returning("alias")
        .executeTakeFirst();
      if (!taken) throw gone();
      await recordAudit(trx, {
        actorId: actor.person.id,
        action: "team-alias.taken_back",
        subject: "team-alias",
        subjectId: null,
        before: { sport, alias: listed.written, name: listed.team },
      });
    });
    return listed;
  },
);

async function readAliases(): Promise<ListedAlias[]> {
  const [rows, confirmations] = await Promise.all([
    db.selectFrom("team_aliases").selectAll().orderBy("sport").orderBy("alias").execute(),
    readConfirmations(),
  ]);
  return rows.map((row) => {
    const { written = row.alias, team = row.name, by = "" } = confirmations.get(keyOf(row)) ?? {};
    return { sport: row.sport, alias: row.alias, written, team, confirmed_at: row.confirmed_at, by };
  });
}

/** What the trail says about each name; the newest of one name wins. */
async function readConfirmations(): Promise<Map<string, Pick<ListedAlias, "written" | "team" | "by">>> {
  const rows = db.selectFrom("audit").selectAll().where("action", "=", "team-alias.confirmed").orderBy("at");
  const entries = await entriesOf(await rows.execute());
  return new Map(
    entries.map((entry) => {
      const said = new Map(entry.changes.map(({ field, after }) => [field, after ?? ""]));
      const [sport = "", written = "", team = ""] = ["sport", "alias", "name"].map((field) => said.get(field));
      return [keyOf({ sport, alias: nameKey(written) }), { written, team, by: authorText(entry) }];
    }),
  );
}

function keyOf({ sport, alias }: Alias): string {
  return JSON.stringify([sport, alias]);
}

function gone(): Refusal {
  return new Refusal("not-found", "This name is no longer in the list.");
}
