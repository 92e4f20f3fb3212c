/**
 * The few lines that run before the first paint and wait for no bundle: they mark the document, so that what only helps without scripts is
 * never painted, and send a filter form when a field of it changes. Once React has taken over, it intercepts that submit like any other.
 * They also let the bundles come, once the page has been painted: until then they would share a slow line with it, and a slow processor.
 */
export const earlyScript =
  'document.documentElement.classList.add("js");' +
  'document.addEventListener("change",e=>{let f=e.target.form;f&&"sendsItself"in f.dataset&&f.requestSubmit()});' +
  'document.addEventListener("DOMContentLoaded",()=>{' +
  `let go=()=>{for(let l of document.querySelectorAll("link[rel=later]"))l.rel="modulepreload";` +
  'let o=document.querySelector("script[type=later]"),s=document.createElement("script");' +
  's.type="module";s.nonce=o.nonce;s.textContent=o.textContent;o.replaceWith(s)};' +
  'document.hidden||!PerformanceObserver.supportedEntryTypes.includes("paint")?go():' +
  'new PerformanceObserver((l,o)=>{o.disconnect();go()}).observe({type:"paint",buffered:true})})';

/** The rendered document, with its bundles put off until the early script lets them come. */
export function withLaterBundles(markup: string): string {
  return markup.replaceAll('<link rel="modulepreload"', '<link rel="later"').replace(' type="module" async="">', ' type="later">');
}
