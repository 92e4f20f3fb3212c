/** URLs of the trail. Pure. */

export const auditPath = "/admin/audit";
export const auditFilePath = `${auditPath}.csv`;
