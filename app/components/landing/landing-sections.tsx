import { ConfidenceMeter } from "../shared/pick-parts.tsx";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { landing, landingSports, samplePick } from "../../content.ts";
import { pricingPath } from "../../paths/paths.ts";
import { howItWorksPath } from "../../paths/site-texts.ts";
import { Icon } from "../shared/icon.tsx";
import type { SamplePlay } from "../../models/site/text-rows.ts";

interface SectionProps {
  /** The id of the heading; `anchor` is the id of the section, for links. */
  id: string;
  anchor?: string;
  title: string;
  /** A section with the large heading. */
  large?: boolean;
  className?: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function LandingSection({ id, anchor, title, large, className = "wrap", aside, children }: SectionProps) {
  return (
    <section className={className} id={anchor} aria-labelledby={id}>
      <div className={large ? "sec-h x" : "sec-h"}>
        <h2 id={id}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function AvailableSports() {
  return (
    <LandingSection id="sp" title={landing.sportsTitle}>
      <ul className="sports">
        {landingSports.map(({ sport, icon }) => (
          <li key={sport}>
            <Icon name={icon} />
            {sport}
          </li>
        ))}
      </ul>
    </LandingSection>
  );
}

export function Benefits({ plays }: { plays: readonly SamplePlay[] }) {
  const { picks, confidence, bankroll } = landing.benefits;
  return (
    <LandingSection id="wh" title={landing.benefitsTitle} className="wrap sec" aside={<p>{landing.benefitsNote}</p>}>
      <div className="three">
        <Benefit {...picks}>
          <SamplePlays plays={plays} figure="confidence" />
        </Benefit>
        <Benefit {...confidence}>
          <div className="vis">
            <span className="lab">Sim confidence</span>
            <b className="price">{`${samplePick.confidence}%`}</b>
            <ConfidenceMeter percent={samplePick.confidence} odds={null} />
          </div>
        </Benefit>
        <Benefit {...bankroll}>
          <SamplePlays plays={plays} figure="units" />
        </Benefit>
      </div>
    </LandingSection>
  );
}

function SamplePlays({ plays, figure }: { plays: readonly SamplePlay[]; figure: "confidence" | "units" }) {
  return (
    <ul className="vis">
      {plays.map((play) => (
        <li key={play.pick}>
          {play.pick} <span>{play[figure]}</span>
        </li>
      ))}
    </ul>
  );
}

function Benefit({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="panel">
      {children}
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
  );
}

export function Steps() {
  return (
    <LandingSection id="hw" anchor="how" title={landing.stepsTitle}>
      <ol className="three steps">
        {landing.steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <p>
        <Link className="a" to={howItWorksPath}>
          How a pick is made and checked
        </Link>
      </p>
    </LandingSection>
  );
}

export function Cost() {
  return (
    <p className="cost">
      <b>{landing.cost.price}</b>
      {` ${landing.cost.note}`}
    </p>
  );
}

export function CallToAction() {
  return (
    <section className="wrap sec" aria-labelledby="ca">
      <div className="cta">
        <div>
          <h2 id="ca">{landing.call.title}</h2>
          <p>{landing.call.text}</p>
          <Cost />
        </div>
        <div className="row">
          <Link className="btn big" to={pricingPath}>
            Subscribe Now
          </Link>
          <Link className="btn big" to="#how">
            See How It Works
          </Link>
        </div>
      </div>
    </section>
  );
}
