import { Link, useLocation } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { UsersView } from "../../models/people/user.server.ts";
import { adminPath, usersManagerPath } from "../../paths/paths.ts";
import { userPathFromList, userPath, usersListPath } from "../../paths/users.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { TextField } from "../forms/field.tsx";
import { FilterForm } from "../shared/filter-form.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { UserForm } from "./user-form.tsx";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { UsersTable } from "./users-table.tsx";
import { WaitingUsers } from "./waiting-users.tsx";
import { Pager } from "../shared/pager.tsx";

interface UsersManagerProps {
  view: UsersView & PageExtras;
  failure?: FailedForm | undefined;
  /** Why the delete failed. */
  refused?: FailedForm | undefined;
}

export function UsersManager({ view, failure, refused }: UsersManagerProps) {
  useUnsavedGuard(failure);
  const dialog = view.chosen && !refused ? <DeleteDialog chosen={view.chosen} /> : undefined;
  return (
    <MemberFrame current={adminPath} dialog={dialog}>
      <div className="wrap page">
        <AdminTabs current={usersManagerPath} />
        <NoticeAlert notice={failure ? null : view.notice} problem={refused?.message} />
        <div className="stack gap">
          <WaitingUsers waiting={view.waiting} />
          <UserForm failure={failure} notice={view.notice} />
          <section aria-labelledby="users">
            <div className="head s">
              <h2 id="users">Users</h2>
              <p className="muted" role="status">
                {view.total} {view.total === 1 ? "user" : "users"}
              </p>
            </div>
            <Search q={view.q} error={view.errors.q} />
            <div className="stack">
              <UsersTable users={view.users} ownId={view.ownId} clearTo={view.q === "" ? null : usersManagerPath} />
              <Pager page={view.page} pages={view.pages} anchor="#users" />
            </div>
          </section>
        </div>
      </div>
    </MemberFrame>
  );
}

function Search({ q, error }: { q: string; error: string | undefined }) {
  return (
    <FilterForm className="find" aria-label="Search" waits>
      <TextField label="Email or name" name="q" type="search" maxLength={254} defaultValue={q} error={error} />
      <button className="btn">Search</button>
      {q !== "" && (
        <Link className="btn quiet" to={usersManagerPath} preventScrollReset>
          Clear
        </Link>
      )}
    </FilterForm>
  );
}

function DeleteDialog({ chosen }: { chosen: NonNullable<UsersView["chosen"]> }) {
  const { search } = useLocation();
  const { id, name, email, charged } = chosen;
  const warning = charged ? " Their subscription keeps charging them: cancel it at Stripe first." : "";
  const fromList = new URLSearchParams(search).has("from");
  return (
    <ConfirmDialog
      question="Delete this account?"
      subject={`${name}, ${email}. This also deletes their saved picks and cannot be undone.${warning}`}
      cancelTo={fromList ? usersListPath(search) : userPath(id)}
      action={fromList ? userPathFromList(id, "/delete", search) : userPath(id, "/delete")}
    />
  );
}
