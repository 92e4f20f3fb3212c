import { contentPages } from "./site.ts";
import { walkAs } from "./walk.ts";

walkAs(({ admin }) => admin(), contentPages);
