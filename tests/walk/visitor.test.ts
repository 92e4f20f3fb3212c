import { visitorPages } from "./site.ts";
import { walkAs } from "./walk.ts";

walkAs(() => undefined, visitorPages);
