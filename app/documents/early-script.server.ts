import { refreshMs } from "../models/pick.ts";

/**
 * The few lines that run before the page's content is there and wait for no bundle: they mark the document, so that what only helps without
 * scripts is never painted, and send a filter form when a field of it changes. Once React has taken over, it intercepts that submit like any other.
 * They also let the bundles and the whole style sheet come, once the page has been painted: until then they would share a slow line with it, and a slow processor.
 * If one of those fails, a page that goes stale loads itself anew, as it would without scripts: then, but not into a network without an answer.
 */
export const earlyScript =
  '{let d=document,on=(t,f)=>d.addEventListener(t,f);d.documentElement.className="js";' +
  'on("change",e=>{let f=e.target.form;f&&"sendsItself"in f.dataset&&f.requestSubmit()});' +
  'let t,lost=()=>t??=d.querySelector("head noscript")&&' +
  `setInterval(()=>d.hidden||fetch(location).then(a=>a.ok&&location.reload(),()=>0),${refreshMs});` +
  'on("DOMContentLoaded",()=>{' +
  'let o=d.querySelector("script[type=later]"),go=()=>{if(o){' +
  // A sheet that failed is one to a browser, though without a rule.
  `d.querySelectorAll("link[rel=later]").forEach(l=>{l.onerror=()=>{l.rel="later";lost()};l.rel=l.as?"stylesheet":"modulepreload"});` +
  'let s=d.createElement("script");s.type="module";s.nonce=o.nonce;s.onerror=lost;s.text=o.text;o.replaceWith(s);o=0}};' +
  // Browsers differ in what they say of a paint, and a hidden tab has none: without a word they have two seconds.
  'setTimeout(go,2e3);new PerformanceObserver(go).observe({type:"paint",buffered:!0})})}';

/** The rendered document, with its bundles and the whole style sheet put off until the early script lets them come. */
export function withLaterBundles(markup: string): string {
  return markup.replaceAll('<link rel="modulepreload"', '<link rel="later"').replaceAll('<link rel="stylesheet"', '<link rel="later" as="style"').replace(' type="module" async="">', ' type="later">');
}
