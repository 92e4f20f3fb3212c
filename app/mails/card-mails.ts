/** The mails about the picks on somebody's card. */
import { formatNumber, signedText } from "../format.ts";
import { priceText } from "../models/bets/bet.ts";
import { outcomeOf, verdictText } from "../models/bets/outcome.ts";
import type { Stream } from "../models/bets/stream.ts";
import type { AnnouncedPick } from "../models/news/announced-pick.ts";
import type { ResultNews } from "../models/news/card-news.server.ts";
import type { OddsFormat } from "../models/odds-format.ts";
import { cardPath, openPicksPath } from "../paths/paths.ts";
import type { MailText } from "./layout.ts";
import { type NewsFrame, newsMail } from "./news-mail.ts";

interface ChangedPick {
  title: string;
  stream: Stream;
  withdrawn: boolean;
  /** "Line: 3.5 → 4.5.", a sentence for each change. */
  changes: readonly string[];
}

export function pickChangedMail({ title, withdrawn, changes }: ChangedPick, frame: NewsFrame): MailText {
  const name = title || "A pick on your card";
  return newsMail(
    {
      kind: "pick-changed",
      subject: withdrawn ? `Withdrawn: ${name}` : `Changed: ${name}`,
      blocks: [
        {
          title: name,
          lines: withdrawn ? ["It was withdrawn before the game started and is off your card."] : changes,
        },
      ],
      link: { label: "My Card", url: `${frame.origin}${cardPath}` },
    },
    frame,
  );
}

/** `minutes` until its start. */
export function pickStartsMail(pick: AnnouncedPick, minutes: number, odds: OddsFormat, frame: NewsFrame): MailText {
  const name = pick.pick || pick.game || "A pick on your card";
  const lines = [
    priceText(pick, odds),
    pick.game,
    [pick.sport, pick.game_date, pick.time].filter(Boolean).join(" · "),
    `${formatNumber(pick.unit_size)}u`,
  ];
  return newsMail(
    {
      kind: "pick-starts",
      subject: `Starts in ${minutes} ${minutes === 1 ? "minute" : "minutes"}: ${name}`,
      blocks: [{ title: name, lines: lines.filter(Boolean) }],
      link: {
        label: pick.stream === "pro" ? "Pro Picks" : "Today's Picks",
        url: `${frame.origin}${openPicksPath(pick.stream)}`,
      },
    },
    frame,
  );
}

export function cardResultsMail(results: readonly ResultNews[], frame: NewsFrame): MailText {
  return newsMail(
    {
      kind: "card-results",
      subject: `${results.length === 1 ? "1 result" : `${results.length} results`} on your card: ${unitsOf(results)}`,
      blocks: results.map(resultBlock),
      link: { label: "My results", url: `${frame.origin}${cardPath}?tab=results` },
    },
    frame,
  );
}

export function resultBlock({ pick, game, verdict, units_result, stream }: ResultNews) {
  const units = units_result === null ? "" : `${signedText(units_result)} units`;
  const title = pick || game || "A pick without a text";
  return {
    title: stream === "pro" ? `PRO PICK: ${title}` : title,
    lines: [[verdictText(outcomeOf(verdict)), units].filter(Boolean).join(" · "), pick === "" ? "" : game].filter(
      Boolean,
    ),
  };
}

/** "+2.35 units", as posted. */
export function unitsOf(results: readonly ResultNews[]): string {
  return `${signedText(results.reduce((sum, { units_result }) => sum + (units_result ?? 0), 0))} units`;
}
