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
  confidence: (offer: Offer) => number;
}

const RULES: Record<Stream, Rule> = {
  regular: { perDay: 5, perSport: 2, fillTo: 4, confidence: (offer) => offer.probability },
  pro: { perDay: 3, perSport: 2, fillTo: 3, confidence: lowerOpinion },
};

const MIN_EDGE = 0.01;
const MIN_CONFIDENCE = 0.45;
const SHORTEST_PRICE = -250;

/** The largest edges of a day, one per game and two per sport; more per sport when the day would have too few. */
export function chooseOfDay(stream: Stream, offers: readonly Offer[]): Candidate[] {
  const rule = RULES[stream];
  const ranked = offers
    .map((offer) => candidateOf(offer, rule.confidence(offer)))
    .filter(
      ({ offer, confidence, edge }) =>
        edge >= MIN_EDGE && confidence >= MIN_CONFIDENCE && offer.price >= SHORTEST_PRICE,
    )
    .sort((a, b) => b.edge - a.edge);
  const chosen: Candidate[] = [];
  choose(ranked, chosen, rule.perDay, rule.perSport);
  choose(ranked, chosen, rule.fillTo, rule.fillTo);
  return chosen;
}

/** Percent of the bankroll: 1 at an edge of one percentage point, plus 0.25 per further point, at most 2. */
export function unitSize(edge: number): number {
  return 1 + Math.min(4, Math.max(0, Math.floor((edge - MIN_EDGE) * 100))) / 4;
}

export function gameText(game: DemoGame): string {
  return `${game.away} @ ${game.home}`;
}

function candidateOf(offer: Offer, confidence: number): Candidate {
  return { offer, confidence, edge: confidence - breakEven(offer.price) };
}

/** A pro pick needs both rating models; the lower probability counts. */
function lowerOpinion(offer: Offer): number {
  return offer.second_probability === null ? 0 : Math.min(offer.probability, offer.second_probability);
}

function choose(ranked: readonly Candidate[], chosen: Candidate[], limit: number, perSport: number): void {
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
