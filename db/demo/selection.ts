import type { Stream } from "../../app/models/picks/pick.ts";
import type { DemoGame } from "./games.ts";
import { breakEven } from "./offers.ts";
import type { Offer } from "./offers.ts";

/** An offer with the confidence (0 to 1) of its stream and the edge over the price's break-even probability. */
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

/** The stream's picks among a day's offers: the largest edges, one a game, two a sport (more where the day would have too few). */
export function chooseOfDay(stream: Stream, offers: readonly Offer[]): Candidate[] {
  const rule = RULES[stream];
  const ranked = offers
    .map((offer) => candidateOf(offer, rule.confidence(offer)))
    .filter(({ offer, confidence, edge }) => edge >= MIN_EDGE && confidence >= MIN_CONFIDENCE && offer.price >= SHORTEST_PRICE)
    .sort((a, b) => b.edge - a.edge);
  const chosen: Candidate[] = [];
  choose(ranked, chosen, rule.perDay, rule.perSport);
  choose(ranked, chosen, rule.fillTo, rule.fillTo);
  return chosen;
}

/** Units (percent of the bankroll) risked on an edge (0 to 1): 1 from one percentage point, a quarter more for each further point, 2 at most. */
export function unitSize(edge: number): number {
  return 1 + Math.min(4, Math.max(0, Math.floor((edge - MIN_EDGE) * 100))) / 4;
}

/** A game as the pick's text names it. */
export function gameText(game: DemoGame): string {
  return `${game.away} @ ${game.home}`;
}

function candidateOf(offer: Offer, confidence: number): Candidate {
  return { offer, confidence, edge: confidence - breakEven(offer.price) };
}

/** A pro pick must convince both rating models; the more careful one counts. */
function lowerOpinion(offer: Offer): number {
  return offer.second_probability === null ? 0 : Math.min(offer.probability, offer.second_probability);
}

function choose(ranked: readonly Candidate[], chosen: Candidate[], limit: number, perSport: number): void {
  for (const candidate of ranked) {
    if (chosen.length >= limit) return;
    if (fits(candidate.offer.game, chosen, perSport)) chosen.push(candidate);
  }
}

/** Two games of a doubleheader carry the same text, so only one of them fits. */
function fits(game: DemoGame, chosen: readonly Candidate[], perSport: number): boolean {
  const sameSport = chosen.filter(({ offer }) => offer.game.sport === game.sport);
  return sameSport.length < perSport && sameSport.every(({ offer }) => gameText(offer.game) !== gameText(game));
}
