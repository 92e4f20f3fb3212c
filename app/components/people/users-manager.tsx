import { Link, useLocation } from "@remix-run/react";
import type { FailedForm } from "../../http/form-state.ts";
import type { PageExtras } from "../../http/page.server.ts";
import type { UsersView } from "../../models/people/user.server.ts";
import { adminPath, usersManagerPath, withQuery } from "../../paths/paths.ts";
import { importMembersPath, userPath, userPathFromList, usersFilePath, usersListPath } from "../../paths/users.ts";
import { AdminTabs } from "../shared/admin-tabs.tsx";
import { ConfirmDialog } from "../shared/confirm-dialog.tsx";
import { MemberFrame } from "../shared/frame.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { UserForm } from "./user-form.tsx";
import { useUnsavedGuard } from "../forms/use-unsaved-guard.ts";
import { UsersFilter, useFilter } from "./users-filter.tsx";
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
  const { search } = useLocation();
  const { isFiltered } = useFilter();
  const ignored = Object.fromEntries(Object.keys(view.errors).map((name) => [name, ""]));
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
              <p className="row">
                <span className="muted" role="status">
                  {view.total} {view.total === 1 ? "user" : "users"}
                </span>
                <Link className="btn" to={importMembersPath}>
                  Import
                </Link>
                <a className="btn" href={usersFilePath(withQuery("", search, ignored))}>
                  Download CSV
                </a>
              </p>
            </div>
            <UsersFilter errors={view.errors} />
            <div className="stack">
              <UsersTable users={view.users} ownId={view.ownId} clearTo={isFiltered ? usersManagerPath : null} />
              <Pager page={view.page} pages={view.pages} anchor="#users" />
            </div>
          </section>
        </div>
      </div>
    </MemberFrame>
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
