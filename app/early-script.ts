/**
 * The few lines that run before the first paint and wait for no bundle: they mark the document, so that what only helps without scripts is
 * never painted, and send a filter form when a field of it changes. Once React has taken over, it intercepts that submit like any other.
 */
export const earlyScript =
  'document.documentElement.classList.add("js");' +
  'document.addEventListener("change",e=>{let f=e.target.form;f&&"sendsItself"in f.dataset&&f.requestSubmit()})';
