/** The texts that a site begins with, until its operator saves others. Markdown, or rows: see site-texts.ts. */
import { howItWorks, questionsOf } from "./default-guide.ts";
import { privacy, responsibleGaming, terms } from "./default-legal.ts";
import type { TextName } from "./site-texts.ts";

/** Invented. The page says so until others are saved. */
const quotes = `I used to bet on feel. Now I read the confidence, check the unit size and move on with my evening. | Marcus T. | Member, NBA and NFL
The $1 trial was enough. One pick, one clear reason, and the closing line moved our way. | Dana K. | Member since 2025
Unit sizing changed everything for me. My losing weeks are small now. | Luis R. | Weekend bettor`;

const samplePlays = `Nuggets -4.5 | 64.2% | 1.5u
Over 51.5 | 63.1% | 1.25u
Maple Leafs ML | 61.8% | 1u`;

const sampleResults = `NBA | Miami Heat @ Boston Celtics | WON | Celtics -6.5 | 11/19/2026
NFL | Detroit Lions @ Philadelphia Eagles | LOST | Lions -3 | 11/15/2026
NHL | Edmonton Oilers @ Vegas Golden Knights | WON | Over 6 | 11/19/2026`;

const sampleVerdicts = `Celtics -6.5 | WON | 1.36
Under 223.5 | LOST | -1
Thunder -9 | WON | 1.82`;

/** `billed` = members can cancel on the site. */
export function defaultTextOf(name: TextName, billed: boolean): string {
  return name === "faq" ? questionsOf(billed) : texts[name];
}

const texts: Readonly<Record<Exclude<TextName, "faq">, string>> = {
  "how-it-works": howItWorks,
  terms,
  privacy,
  "responsible-gaming": responsibleGaming,
  quotes,
  "sample-plays": samplePlays,
  "sample-results": sampleResults,
  "sample-verdicts": sampleVerdicts,
  name: "",
  logo: "",
  "support-email": "",
  "community-link": "",
};
