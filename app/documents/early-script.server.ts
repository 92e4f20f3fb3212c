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
  // A sheet that failed is one to a browser, though without a rule.
  'let go=()=>d.querySelectorAll("template").forEach(t=>{for(let e of t.content.children)e.onerror=()=>{e.rel="";lost()};t.replaceWith(t.content)});' +
  // Browsers differ in what they say of a paint, and a hidden tab has none: without a word they have two seconds.
  'setTimeout(go,2e3);new PerformanceObserver(go).observe({type:"paint",buffered:!0})})}';

/** The rendered document, with its bundles and the whole style sheet in templates, where they wait until the early script takes them out. */
export function withLaterBundles(markup: string): string {
  return markup.replace(/(?:<link rel="(?:stylesheet|modulepreload)"[^>]*>)+|<script[^>]* type="module"[^]*?<\/script>/g, "<template>$&</template>");
}
