import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";
import { pricing } from "../../content.ts";
import { howItWorksPath } from "../../paths/site-texts.ts";
import { Icon } from "../shared/icon.tsx";
import { GetStarted } from "./get-started.tsx";

/** What the one plan holds, what it costs, and the way to it. */
export function PlanTicket({ offer, isOpen }: Pick<ComponentProps<typeof GetStarted>, "offer" | "isOpen">) {
  return (
    <section className="ticket offer" aria-labelledby="pl">
      <p>
        <span className="tag pro">{pricing.tag}</span>
      </p>
      <h2 id="pl">{pricing.plan}</h2>
      <p className="price">
        {pricing.price} <small>{pricing.period}</small>
      </p>
      <ul className="ticks">
        {[...pricing.features, ...pricing.more].map((feature) => (
          <li key={feature}>
            <Icon name="check" />
            {feature}
          </li>
        ))}
      </ul>
      <p>
        {`${pricing.streams.join(" ")} `}
        <Link className="a" to={howItWorksPath}>
          How it works
        </Link>
      </p>
      <GetStarted offer={offer} isOpen={isOpen} />
      <p className="muted">{pricing.note}</p>
    </section>
  );
}
