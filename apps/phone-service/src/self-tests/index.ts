import type { PhoneHandlers } from '../request-context/index.ts'
import type { Services } from '../services.ts'
import { deleteTestCallsOfWorkspace } from '../test-calls/index.ts'
import { getSelfTest } from './read-self-test.ts'
import { deleteResultsOfWorkspace, deleteRunsOfWorkspace } from './records/index.ts'
import type { SelfTestDeps } from './self-test-service.ts'
import { startSelfTest } from './start-self-test.ts'

export { clearTester } from './records/index.ts'
export { type SelfTestService, SelfTests } from './self-test-service.ts'

export const selfTestHandlers = {
  'GET /self-test': getSelfTest,
  'POST /self-test/runs': startSelfTest,
} satisfies Partial<PhoneHandlers<SelfTestDeps>>

export async function deleteSelfTests(database: Services['database'], workspaceId: string): Promise<void> {
  await deleteTestCallsOfWorkspace(database, workspaceId)
  await deleteResultsOfWorkspace(database, workspaceId)
  await deleteRunsOfWorkspace(database, workspaceId)
}
