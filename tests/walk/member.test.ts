import { memberPages } from "./site.ts";
import { walkAs } from "./walk.ts";

walkAs(({ member }) => member(), memberPages);
