/**
 * Advances the testimonials of a section every four seconds and on swipes, and returns the cleanup. Only their list
 * scrolls, so the page never jumps. It uses nothing from outside of it: the landing page carries its text.
 */
export function runCarousel(section: Element): () => void {
  const turnMs = 4000;
  const swipePx = 50;
  const list = section.querySelector<HTMLElement>(".caro");
  const [pause, play] = section.querySelectorAll<HTMLElement>(".turns button");
  if (!list || !pause || !play) return () => {};
  const dots = Array.from(section.querySelectorAll(".dots a"));
  const reducedMotion = matchMedia("(prefers-reduced-motion:reduce)");
  const listeners = new AbortController();
  const { signal } = listeners;
  let isPaused = false;
  let current = -1;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let drag: { x: number; left: number; index: number } | null = null;

  const shownIndex = () => Math.round(list.scrollLeft / list.clientWidth);
  const goTo = (index: number) => list.scrollTo({ left: list.clientWidth * ((index + dots.length) % dots.length) });

  /** Waits for the next turn, unless the list or its dots are hovered or focused, or the tab is hidden. */
  const restart = () => {
    clearTimeout(timer);
    // The buttons do not count: Pause has the focus after Play.
    const isHeld = section.querySelector(":is(.caro,.dots):is(:hover,:focus-within)");
    if (isPaused || reducedMotion.matches || document.hidden || isHeld) return;
    timer = setTimeout(() => goTo(shownIndex() + 1), turnMs);
  };
  const showCurrent = () => {
    if (shownIndex() === current) return;
    current = shownIndex();
    for (const [index, dot] of dots.entries())
      if (index === current) dot.setAttribute("aria-current", "true");
      else dot.removeAttribute("aria-current");
    restart();
  };
  const showButtons = () => {
    pause.hidden = reducedMotion.matches || isPaused;
    play.hidden = reducedMotion.matches || !isPaused;
    restart();
  };
  const click = (event: Event) => {
    const target = event.target instanceof Element ? event.target : null;
    const index = dots.findIndex((dot) => dot === target);
    if (index >= 0) {
      event.preventDefault();
      goTo(index);
    }
    if (!target?.closest(".turns button")) return;
    isPaused = !isPaused;
    showButtons();
    (isPaused ? play : pause).focus();
  };

  const begin = (event: PointerEvent) => {
    if (!event.isPrimary || event.button !== 0) return;
    drag = { x: event.clientX, left: list.scrollLeft, index: shownIndex() };
    list.setPointerCapture(event.pointerId);
  };
  const follow = (event: PointerEvent) => {
    if (!drag || event.clientX === drag.x) return;
    list.dataset.dragged = "";
    list.scrollLeft = drag.left + drag.x - event.clientX;
  };
  const finish = (event: PointerEvent) => {
    if (!drag) return;
    const { x, index } = drag;
    drag = null;
    // pointercancel: the browser scrolls the page instead.
    const isSwipe = event.type === "pointerup" && Math.abs(event.clientX - x) >= swipePx;
    goTo(isSwipe ? index + Math.sign(x - event.clientX) : index);
    settle();
  };
  // Snapping stays off until the list rests at an item: it would cut the smooth scroll short.
  const settle = () => {
    if (!drag && Math.abs(list.scrollLeft - shownIndex() * list.clientWidth) < 1) delete list.dataset.dragged;
  };

  list.addEventListener("pointerdown", begin, { signal });
  list.addEventListener("pointermove", follow, { signal });
  list.addEventListener("pointerup", finish, { signal });
  list.addEventListener("pointercancel", finish, { signal });
  list.addEventListener("scrollend", settle, { signal });
  list.addEventListener("scroll", showCurrent, { signal, passive: true });
  section.addEventListener("click", click, { signal });
  for (const change of ["pointerover", "pointerleave", "focusin", "focusout"])
    section.addEventListener(change, restart, { signal });
  document.addEventListener("visibilitychange", restart, { signal });
  reducedMotion.addEventListener("change", showButtons, { signal });
  // CSS sets touch-action: a finger drags the list like a mouse and still scrolls the page.
  list.dataset.drags = "";
  showCurrent();
  showButtons();
  return () => {
    clearTimeout(timer);
    listeners.abort();
  };
}
