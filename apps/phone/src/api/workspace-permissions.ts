/** The permission to configure the phone. */
export const adminPermission = 'phone_admin'

/** The permission to do everything in the workspace, such as to delete it. */
export const ownerPermission = 'team_admin'
