export { serializeManagedProject } from './serialize-managed-project.ts'
