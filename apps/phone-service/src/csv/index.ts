export { runExport } from './run-export.ts'
export { serializeCsv } from './serialize-csv.ts'
