export { deleteSummariesOfCalls } from './mails.ts'
