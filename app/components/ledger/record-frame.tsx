import type { ReactNode } from "react";
import { recordPath } from "../../paths/record.ts";
import { MemberFrame, PublicFrame, useFrame } from "../shared/frame.tsx";

/** The record is everybody's: members keep their own links around it. */
export function RecordFrame({ children }: { children: ReactNode }) {
  const Frame = useFrame().person === null ? PublicFrame : MemberFrame;
  return (
    <Frame current={recordPath}>
      <div className="wrap page stack gap rec">{children}</div>
    </Frame>
  );
}
