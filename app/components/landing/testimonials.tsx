import { useEffect, useRef } from "react";
import { landing } from "../../content.ts";
import type { Quote } from "../../models/site/text-rows.ts";
import { InlineScript } from "../../documents/document.tsx";
import { Icon, type IconName } from "../shared/icon.tsx";
import { useFrame } from "../shared/use-frame.tsx";
import { LandingSection } from "./landing-sections.tsx";
import { runCarousel } from "./run-carousel.ts";

export function Testimonials({ list: quotes, areSamples }: { list: readonly Quote[]; areSamples: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const section = list.current?.closest("section");
    return section ? runCarousel(section) : undefined;
  }, []);
  return (
    <LandingSection id="tm" title={landing.testimonialsTitle} aside={<Dots quotes={quotes} />}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls must be reachable by keyboard */}
      <ul className="caro" tabIndex={0} aria-labelledby="tm" ref={list}>
        {quotes.map(({ quote, name, role }, index) => (
          <li key={name} id={`t${index + 1}`}>
            <blockquote>{`“${quote}”`}</blockquote>
            <p>
              <strong>{name}</strong> <span className="muted">{role}</span>
            </p>
          </li>
        ))}
      </ul>
      <div className="between turns">
        {areSamples && <p className="muted">{landing.testimonialsNote}</p>}
        <Turn icon="pause" label="Pause" />
        <Turn icon="play" label="Play" />
      </div>
      <CarouselScript />
    </LandingSection>
  );
}

/** The landing page comes without the program's scripts, so it carries this function, as text. */
function CarouselScript() {
  if (useFrame().scripts !== "own") return null;
  return <InlineScript text={`(${String(runCarousel)})(document.currentScript.parentElement)`} />;
}

/** Hidden where nothing moves by itself. */
function Turn({ icon, label }: { icon: IconName; label: string }) {
  return (
    <button className="btn quiet" type="button" hidden>
      <Icon name={icon} />
      {label}
    </button>
  );
}

function Dots({ quotes }: { quotes: readonly Quote[] }) {
  return (
    <p className="dots">
      {quotes.map(({ name }, index) => (
        <a key={name} href={`#t${index + 1}`} aria-label={`Testimonial ${index + 1} of ${quotes.length}`} />
      ))}
    </p>
  );
}
