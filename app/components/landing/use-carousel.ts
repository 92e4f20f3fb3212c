import type { RefObject } from "react";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";

const turnMs = 4000;
const swipePx = 50;
const stillQuery = "(prefers-reduced-motion:reduce)";

interface Carousel {
  /** The list of items, each as wide as the list. */
  list: RefObject<HTMLUListElement>;
  /** The item that shows, from 0; null before the scripts know. */
  current: number | null;
  goTo: (index: number) => void;
  /** "off" where nothing may move by itself. */
  rotation: "on" | "paused" | "off";
  toggle: () => void;
}

/** Turns a list that scrolls sideways: every four seconds, and by a drag. Only the list scrolls, so the page never jumps. */
export function useCarousel(count: number): Carousel {
  const list = useRef<HTMLUListElement>(null);
  const current = useShownIndex(list);
  const [isPaused, setPaused] = useState(false);
  const isStill = useSyncExternalStore(whenStillChanges, () => matchMedia(stillQuery).matches, () => true);
  const goTo = useCallback((index: number) => {
    list.current?.scrollTo({ left: list.current.clientWidth * ((index + count) % count) });
  }, [count]);
  const rotation = isStill ? "off" : isPaused ? "paused" : "on";
  useRotation(list, current, rotation === "on", goTo);
  useDrag(list, goTo);
  return { list, current, goTo, rotation, toggle: () => setPaused(!isPaused) };
}

function whenStillChanges(tell: () => void): () => void {
  const query = matchMedia(stillQuery);
  query.addEventListener("change", tell);
  return () => query.removeEventListener("change", tell);
}

function useShownIndex(list: RefObject<HTMLUListElement>): number | null {
  const [index, setIndex] = useState<number | null>(null);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const look = () => setIndex(shownIndex(element));
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [list]);
  return index;
}

/** Four seconds after the last change, and never while somebody reads it: under the pointer, with the focus in it or its dots, or in a hidden tab. */
function useRotation(list: RefObject<HTMLUListElement>, current: number | null, isOn: boolean, goTo: (index: number) => void): void {
  useEffect(() => {
    const section = list.current?.closest("section");
    if (!section || current === null || !isOn) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      // The Pause button is not among them: who presses Play keeps the focus on it.
      if (document.hidden || section.querySelector(":is(.caro,.dots):is(:hover,:focus-within)")) return;
      timer = setTimeout(() => goTo(current + 1), turnMs);
    };
    const changes = ["pointerover", "pointerleave", "focusin", "focusout"];
    for (const change of changes) section.addEventListener(change, wait);
    document.addEventListener("visibilitychange", wait);
    wait();
    return () => {
      clearTimeout(timer);
      for (const change of changes) section.removeEventListener(change, wait);
      document.removeEventListener("visibilitychange", wait);
    };
  }, [list, current, isOn, goTo]);
}

function useDrag(list: RefObject<HTMLUListElement>, goTo: (index: number) => void): void {
  useEffect(() => (list.current ? followPointer(list.current, goTo) : undefined), [list, goTo]);
}

/** Follows a pointer that is held down; a swipe of at least 50 px turns to the next or the one before. Gives what ends it. */
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
    // Cancelled: the browser took it for a scroll of the page.
    const isSwipe = event.type === "pointerup" && Math.abs(event.clientX - x) >= swipePx;
    goTo(isSwipe ? index + Math.sign(x - event.clientX) : index);
    settle();
  };
  // Snapping stays off until the list rests at an item: it would cut the movement short.
  const settle = () => {
    if (!start && Math.abs(element.scrollLeft - shownIndex(element) * element.clientWidth) < 1) delete element.dataset.dragged;
  };
  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener("pointerdown", begin, { signal });
  element.addEventListener("pointermove", follow, { signal });
  element.addEventListener("pointerup", finish, { signal });
  element.addEventListener("pointercancel", finish, { signal });
  element.addEventListener("scrollend", settle, { signal });
  // From here on a finger drags it like a mouse, and scrolls only the page by itself.
  element.dataset.drags = "";
  return () => {
    listening.abort();
    delete element.dataset.drags;
  };
}

function shownIndex(element: HTMLElement): number {
  return Math.round(element.scrollLeft / element.clientWidth);
}
