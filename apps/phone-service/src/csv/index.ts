export { runExport } from './run-export.ts'
export { restoreFormulas, serializeCsv } from './serialize-csv.ts'
