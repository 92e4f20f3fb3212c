import { landing } from "../../content.ts";
import type { Quote } from "../../models/site/text-rows.ts";
import { Icon } from "../shared/icon.tsx";
import { LandingSection } from "./landing-sections.tsx";
import { useCarousel } from "./use-carousel.ts";

export function Testimonials({ list: quotes, areSamples }: { list: readonly Quote[]; areSamples: boolean }) {
  const { list, current, goTo, rotation, toggle } = useCarousel(quotes.length);
  return (
    <LandingSection
      id="tm"
      title={landing.testimonialsTitle}
      aside={<Dots quotes={quotes} current={current} goTo={goTo} />}
    >
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
        {rotation !== "off" && (
          <button className="btn quiet" type="button" onClick={toggle}>
            <Icon name={rotation === "on" ? "pause" : "play"} />
            {rotation === "on" ? "Pause" : "Play"}
          </button>
        )}
      </div>
    </LandingSection>
  );
}

interface DotsProps {
  quotes: readonly Quote[];
  current: number | null;
  goTo: (index: number) => void;
}

function Dots({ quotes, current, goTo }: DotsProps) {
  return (
    <p className="dots">
      {quotes.map(({ name }, index) => (
        <a
          key={name}
          href={`#t${index + 1}`}
          aria-label={`Testimonial ${index + 1} of ${quotes.length}`}
          aria-current={index === current ? "true" : undefined}
          onClick={(event) => {
            event.preventDefault();
            goTo(index);
          }}
        />
      ))}
    </p>
  );
}
