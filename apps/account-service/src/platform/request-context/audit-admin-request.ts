import type { AnyEndpoint } from '@parley/contract'
import type { AuthContext } from './auth-context.ts'

/** Audits every request with admin access. */
export async function auditAdminRequest(
  { access }: AuthContext,
  { method, path }: AnyEndpoint,
): Promise<void> {
  if (access?.accessType !== 'admin') return
  await access.audit('admin.called', null, { endpoint: `${method} ${path}` })
}
