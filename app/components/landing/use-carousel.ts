import { type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";

const turnMs = 4000;
const swipePx = 50;
const reducedMotionQuery = "(prefers-reduced-motion:reduce)";

interface Carousel {
  list: RefObject<HTMLUListElement>;
  /** Index of the visible item; null before hydration. */
  current: number | null;
  goTo: (index: number) => void;
  /** "off" with reduced motion. */
  rotation: "on" | "paused" | "off";
  toggle: () => void;
}

/** Advances a list every four seconds and on swipes. Only the list scrolls, so the page never jumps. */
export function useCarousel(count: number): Carousel {
  const list = useRef<HTMLUListElement>(null);
  const current = useShownIndex(list);
  const [isPaused, setPaused] = useState(false);
  const isReducedMotion = useSyncExternalStore(
    subscribeToReducedMotion,
    () => matchMedia(reducedMotionQuery).matches,
    () => true,
  );
  const goTo = useCallback(
    (index: number) => {
      list.current?.scrollTo({ left: list.current.clientWidth * ((index + count) % count) });
    },
    [count],
  );
  const rotation = isReducedMotion ? "off" : isPaused ? "paused" : "on";
  useRotation(list, current, rotation === "on", goTo);
  useDrag(list, goTo);
  return { list, current, goTo, rotation, toggle: () => setPaused(!isPaused) };
}

function subscribeToReducedMotion(notify: () => void): () => void {
  const query = matchMedia(reducedMotionQuery);
  query.addEventListener("change", notify);
  return () => query.removeEventListener("change", notify);
}

function useShownIndex(list: RefObject<HTMLUListElement>): number | null {
  const [index, setIndex] = useState<number | null>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const update = () => setIndex(shownIndex(element));
    update();
    element.addEventListener("scroll", update, { passive: true });
    return () => element.removeEventListener("scroll", update);
  }, [list]);
  return index;
}

/** Pauses while the list or its dots are hovered or focused, and in a hidden tab. */
function useRotation(
  list: RefObject<HTMLUListElement>,
  current: number | null,
  isOn: boolean,
  goTo: (index: number) => void,
): void {
  useEffect(() => {
    const section = list.current?.closest("section");
    if (!section || current === null || !isOn) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      // The Pause button does not count: it keeps the focus after Play.
      if (document.hidden || section.querySelector(":is(.caro,.dots):is(:hover,:focus-within)")) return;
      timer = setTimeout(() => goTo(current + 1), turnMs);
    };
    const changes = ["pointerover", "pointerleave", "focusin", "focusout"];
    for (const change of changes) section.addEventListener(change, restart);
    document.addEventListener("visibilitychange", restart);
    restart();
    return () => {
      clearTimeout(timer);
      for (const change of changes) section.removeEventListener(change, restart);
      document.removeEventListener("visibilitychange", restart);
    };
  }, [list, current, isOn, goTo]);
}

function useDrag(list: RefObject<HTMLUListElement>, goTo: (index: number) => void): void {
  useEffect(() => (list.current ? followPointer(list.current, goTo) : undefined), [list, goTo]);
}

/** Follows a pressed pointer; a swipe of at least 50 px moves one item. Returns the cleanup. */
function followPointer(element: HTMLElement, goTo: (index: number) => void): () => void {
  let start: { x: number; left: number; index: number } | null = null;
  const begin = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    start = { x: event.clientX, left: element.scrollLeft, index: shownIndex(element) };
    element.setPointerCapture(event.pointerId);
  };
  const follow = (event: PointerEvent) => {
    if (!start || event.clientX === start.x) return;
    element.dataset.dragged = "";
    element.scrollLeft = start.left + start.x - event.clientX;
  };
  const finish = (event: PointerEvent) => {
    if (!start) return;
    const { x, index } = start;
    start = null;
    // pointercancel: the browser scrolls the page instead.
    const isSwipe = event.type === "pointerup" && Math.abs(event.clientX - x) >= swipePx;
    goTo(isSwipe ? index + Math.sign(x - event.clientX) : index);
    settle();
  };
  // Snapping stays off until the list rests at an item: it would cut the smooth scroll short.
  const settle = () => {
    if (!start && Math.abs(element.scrollLeft - shownIndex(element) * element.clientWidth) < 1)
      delete element.dataset.dragged;
  };
  const listeners = new AbortController();
  const { signal } = listeners;
  element.addEventListener("pointerdown", begin, { signal });
  element.addEventListener("pointermove", follow, { signal });
  element.addEventListener("pointerup", finish, { signal });
  element.addEventListener("pointercancel", finish, { signal });
  element.addEventListener("scrollend", settle, { signal });
  // CSS sets touch-action: a finger drags the list like a mouse and still scrolls the page.
  element.dataset.drags = "";
  return () => {
    listeners.abort();
    delete element.dataset.drags;
  };
}

function shownIndex(element: HTMLElement): number {
  return Math.round(element.scrollLeft / element.clientWidth);
}
