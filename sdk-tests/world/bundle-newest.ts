import type { TestProject } from 'vitest/node'
import { bundleClients } from './bundle-clients.ts'
import { newestClients } from './clients.ts'

/** Global setup of the report on the newest client. */
export default (project: TestProject) => bundleClients(project, newestClients)
