import { useEffect, useState } from "react";
import { formatInstant } from "../../format.ts";
import { useFrame } from "./frame.tsx";

/** A moment: the server writes it in the site's zone, a script turns it to the reader's. */
export function Instant({ iso }: { iso: string }) {
  const { site } = useFrame();
  const [text, setText] = useState(() => formatInstant(iso, site.zone));
  useEffect(() => setText(formatInstant(iso)), [iso]);
  // Browsers and Node may name a zone differently; the effect overwrites the text anyway.
  return <time dateTime={iso} suppressHydrationWarning>{text}</time>;
}
