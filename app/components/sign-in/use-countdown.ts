import { useCallback, useEffect, useState } from "react";

/** The wait before another code can be requested. The server has its own limits. */
export const resendSeconds = 30;

const second = 1000;

export function useCountdown() {
  const [clock, setClock] = useState({ now: 0, end: 0 });
  const waiting = clock.now < clock.end;
  const start = useCallback((seconds: number) => {
    const now = Date.now();
    setClock({ now, end: now + seconds * second });
  }, []);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => setClock(({ end }) => ({ now: Date.now(), end })), second);
    return () => clearInterval(timer);
  }, [waiting]);
  return { left: Math.max(0, Math.ceil((clock.end - clock.now) / second)), start };
}
