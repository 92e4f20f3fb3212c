import { Form, useNavigation } from "@remix-run/react";
import type { FailedForm } from "../form-state.ts";
import type { Notice } from "../session.server.ts";
import { TextField } from "./field.tsx";
import { PublicFrame } from "./frame.tsx";
import { NoticeAlert, noticeIcons, Problem } from "./notice.tsx";

interface SignInFormProps {
  title: string;
  current?: string;
  notice: Notice | null;
  failure: FailedForm | undefined;
}

/** E-mail and password, at the members' and at the staff's door. */
export function SignInForm({ title, current, notice, failure }: SignInFormProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <PublicFrame current={current} icons={noticeIcons} mainClass="glow mid">
      <div className="wrap sec">
        <div className="auth">
          <h1>{title}</h1>
          {failure ? <Problem message={failure.message} /> : <NoticeAlert notice={notice} />}
          <Form className="form" method="post" reloadDocument>
            <TextField label="Email" name="email" type="email" className="f big-l" required autoComplete="email" defaultValue={failure?.values.email ?? ""} error={failure?.errors.email} />
            <TextField label="Password" name="password" type="password" className="f big-l" required autoComplete="current-password" error={failure?.errors.password} />
            <button className="btn primary big" disabled={busy}>Login</button>
          </Form>
        </div>
      </div>
    </PublicFrame>
  );
}
