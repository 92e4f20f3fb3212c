import { Icon } from "../shared/icon.tsx";
import { closes } from "../shared/popover.ts";

export function SheetTitle({ id, text }: { id: string; text: string }) {
  return (
    <p className="sheet-t">
      {text}
      <button className="burger" type="button" {...closes(id)} aria-label="Close">
        <Icon name="x" />
      </button>
    </p>
  );
}
