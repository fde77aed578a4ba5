export type { AccessDescription, ApiDescription } from './openapi.ts'
export { serveDocs } from './serve-docs.ts'
