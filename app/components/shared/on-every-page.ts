/**
 * What nearly every page needs, so that browsers load it as one file: the compiler makes a file for each set of scripts
 * that share something, and these would be fifteen. The frame of every page imports this, and scripts that are loaded
 * later import the frame. package.json says that these imports count although no name is used (`sideEffects`).
 */
import "./filter-form.tsx";
import "./instant.tsx";
import "./list-parts.tsx";
import "./notice.tsx";
import "./pick-parts.tsx";
import "./printed.tsx";
import "../../browser/offline.ts";
import "../../browser/post-to-api.ts";
import "../../format.ts";
import "../../http/form-state.ts";
import "../../models/bets/bet.ts";
import "../../models/bets/sports.ts";
import "../../models/bets/units.ts";
import "../../time/calendar-date.ts";
import "../../time/instant-text.ts";
