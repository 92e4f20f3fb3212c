/**
 * The few lines that run before the first paint and wait for no bundle: they mark the document, so that what only helps without scripts is
 * never painted, and send a filter form when a field of it changes. Once React has taken over, it intercepts that submit like any other.
 * They also let the bundles come, once the page has been painted: until then they would share a slow line with it, and a slow processor.
 */
export const earlyScript =
  '{let d=document;d.documentElement.classList.add("js");' +
  'd.addEventListener("change",e=>{let f=e.target.form;f&&"sendsItself"in f.dataset&&f.requestSubmit()});' +
  'd.addEventListener("DOMContentLoaded",()=>{' +
  'let o=d.querySelector("script[type=later]"),P=window.PerformanceObserver,go=()=>{if(o){' +
  `d.querySelectorAll("link[rel=later]").forEach(l=>l.rel="modulepreload");` +
  'let s=d.createElement("script");s.type="module";s.nonce=o.nonce;s.textContent=o.textContent;o.replaceWith(s);o=0}};' +
  // Browsers differ in what they say of a paint: without a word they have two seconds.
  'if(d.hidden||!P||performance.getEntriesByType("paint")[0])go();' +
  'else{setTimeout(go,2e3);d.addEventListener("visibilitychange",go);' +
  'new P(go).observe({entryTypes:["paint"]})}})}';

/** The rendered document, with its bundles put off until the early script lets them come. */
export function withLaterBundles(markup: string): string {
  return markup.replaceAll('<link rel="modulepreload"', '<link rel="later"').replace(' type="module" async="">', ' type="later">');
}
