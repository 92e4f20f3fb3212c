import { countText, percentText, signedText } from "../format.ts";
import type { Stream } from "../models/bets/stream.ts";
import { type Figures, recordText } from "../models/figures/totals.ts";
import type { Head } from "../models/ledger/chain/append.server.ts";
import { headText } from "../models/ledger/saved-head.ts";
import type { ResultNews } from "../models/news/card-news.server.ts";
import type { DaySummary } from "../models/news/summary.server.ts";
import { verifyHeadPath } from "../paths/record.ts";
import { formatCalendarDate } from "../time/calendar-date.ts";
import { resultBlock, unitsOf } from "./card-mails.ts";
import type { MailText } from "./layout.ts";
import { type NewsFrame, newsMail } from "./news-mail.ts";

interface Summary extends DaySummary {
  /** YYYY-MM-DD */
  date: string;
  card: readonly ResultNews[];
  /** Of the record. */
  head: Head;
}

const names: Readonly<Record<Stream, string>> = { regular: "Picks", pro: "Pro picks" };

export function dailySummaryMail({ date, day, soFar, card, head }: Summary, frame: NewsFrame): MailText {
  const shown = formatCalendarDate(date);
  const kept = `${headText(head)} ${head.at}`;
  return newsMail(
    {
      kind: "daily-summary",
      subject: `${shown}: ${streamLines(day).join(" ")}`,
      blocks: [
        { title: "Yesterday", lines: streamLines(day) },
        ...(card.length === 0 ? [] : [{ title: "Your card", lines: [unitsOf(card), ...card.map(cardLine)] }]),
        { title: "The record so far", lines: streamLines(soFar) },
      ],
      link: { label: "Pick History", url: `${frame.origin}/history` },
      footer: [
        {
          text: `Record so far: entry ${countText(head.seq)}, ${kept}`,
          label: "check it",
          url: `${frame.origin}${verifyHeadPath(kept)}`,
        },
      ],
    },
    frame,
  );
}

/** "Picks: 3-1-0, +2.35 units, ROI 12%.", for each stream with settled picks. */
function streamLines(figures: Readonly<Record<Stream, Figures>>): string[] {
  return (["regular", "pro"] as const)
    .filter((stream) => figures[stream].totalBets + figures[stream].voids > 0)
    .map((stream) => {
      const { unitsWon, roiPercent } = figures[stream];
      return `${names[stream]}: ${recordText(figures[stream])}, ${signedText(unitsWon)} units, ROI ${percentText(roiPercent)}.`;
    });
}

function cardLine(result: ResultNews): string {
  const { title, lines } = resultBlock(result);
  return `${title}: ${lines[0] ?? ""}`;
}
