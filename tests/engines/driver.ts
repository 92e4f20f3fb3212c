/** The functions that a browser engine must offer; everything else is in phone.ts, once for all engines. */
export interface Engine {
  name: string;
  /** The Debian packages that this machine lacks. */
  missing: () => string[];
  launch: () => Promise<Browser>;
}

export interface Browser {
  /** A window of a new profile. */
  open: () => Promise<Driver>;
  end: () => Promise<void>;
}

export interface Driver {
  /** Resolves when the document has loaded. */
  goto: (url: string) => Promise<void>;
  /** Runs a JavaScript expression in the page. Its value must be a string. */
  evaluate: (expression: string) => Promise<string>;
  /** Moves, presses and types, in the form that WebDriver and WebDriver BiDi share. */
  perform: (sources: readonly InputSource[]) => Promise<void>;
  /** Errors of scripts and of the content security policy. */
  problems: () => string[];
  end: () => Promise<void>;
}

export type InputSource =
  | { type: "key"; id: string; actions: readonly { type: "keyDown" | "keyUp"; value: string }[] }
  | { type: "pointer"; id: string; actions: readonly PointerAction[] };

type PointerAction = { type: "pointerMove"; x: number; y: number } | { type: "pointerDown" | "pointerUp"; button: 0 };

/** CSS pixels of an iPhone. */
export const screen = { width: 390, height: 844 } as const;
