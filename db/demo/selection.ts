import type { Stream } from "../../app/models/bets/stream.ts";
import type { DemoGame } from "./games.ts";
import { breakEven, type Offer } from "./offers.ts";

export interface Candidate {
  offer: Offer;
  confidence: number;
  edge: number;
}

interface Rule {
  perDay: number;
  perSport: number;
  fillTo: number; // picks of a day up to which perSport gives way
}

const RULES: Record<Stream, Rule> = {
  regular: { perDay: 5, perSport: 2, fillTo: 4 },
  pro: { perDay: 3, perSport: 2, fillTo: 3 },
};

const MIN_EDGE = 0.01;
const MIN_CONFIDENCE = 0.45;
const SHORTEST_PRICE = -250;

/**
 * Regular picks: the largest edges of a day. Pro picks are other bets: on a game or a market without a regular pick, where both
 * opinions are above break-even, the most confident first. One per game and two per sport; more per sport when the day
 * would have too few. On a day without such a bet, the most confident regular pick on which both agree is a pro pick, too.
 */
export function chooseOfDay(offers: readonly Offer[]): Record<Stream, Candidate[]> {
  const candidates = offers.map(candidateOf).filter(isEligible);
  const regular = choose(
    "regular",
    candidates.filter(({ edge }) => edge >= MIN_EDGE).sort((a, b) => b.edge - a.edge),
  );
  const agreed = candidates.filter(isAgreed).sort((a, b) => b.confidence - a.confidence);
  const taken = new Set(regular.map(({ offer }) => marketOf(offer)));
  const pro = choose(
    "pro",
    agreed.filter(({ offer }) => !taken.has(marketOf(offer))),
  );
  const shared = agreed.filter((candidate) => regular.includes(candidate)).slice(0, 1);
  return { regular, pro: pro.length > 0 ? pro : shared };
}

/** Percent of the bankroll: 1 at an edge of one percentage point, plus 0.25 per further point, at most 2. */
export function unitSize(edge: number): number {
  return 1 + Math.min(4, Math.max(0, Math.floor((edge - MIN_EDGE) * 100))) / 4;
}

export function gameText(game: DemoGame): string {
  return `${game.away} @ ${game.home}`;
}

function marketOf({ game, market }: Offer): string {
  return `${gameText(game)} ${market}`;
}

function candidateOf(offer: Offer): Candidate {
  return { offer, confidence: offer.probability, edge: offer.probability - breakEven(offer.price) };
}

function isEligible({ offer, confidence }: Candidate): boolean {
  return confidence >= MIN_CONFIDENCE && offer.price >= SHORTEST_PRICE;
}

/** The second opinion has no view of totals. */
function isAgreed({ offer: { price, second_probability }, edge }: Candidate): boolean {
  return edge > 0 && second_probability !== null && second_probability > breakEven(price);
}

function choose(stream: Stream, ranked: readonly Candidate[]): Candidate[] {
  const { perDay, perSport, fillTo } = RULES[stream];
  const chosen: Candidate[] = [];
  add(ranked, chosen, perDay, perSport);
  add(ranked, chosen, fillTo, fillTo);
  return chosen;
}

function add(ranked: readonly Candidate[], chosen: Candidate[], limit: number, perSport: number): void {
  for (const candidate of ranked) {
    if (chosen.length >= limit) return;
    if (fits(candidate.offer.game, chosen, perSport)) chosen.push(candidate);
  }
}

/** Both games of a doubleheader have the same text, so only one fits. */
function fits(game: DemoGame, chosen: readonly Candidate[], perSport: number): boolean {
  const sameSport = chosen.filter(({ offer }) => offer.game.sport === game.sport);
  return sameSport.length < perSport && sameSport.every(({ offer }) => gameText(offer.game) !== gameText(game));
}
