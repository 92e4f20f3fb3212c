import { json } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listCards } from "../database.server";

export const loader = () => json({ cards: listCards() });

export default function Cards() {
  const { cards } = useLoaderData<typeof loader>();
  return (
    <main>
      <h1>Picks</h1>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <b>{card.pick}</b> {card.game}, {card.time}
          </li>
        ))}
      </ul>
    </main>
  );
}
