export { runExport } from './run-export.ts'
export { restoreFormulas, serializeCsv, streamCsv } from './serialize-csv.ts'
