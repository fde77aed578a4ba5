export { deleteMailsOfCalls, deleteSummariesOfAnalysis, deleteSummariesOfCalls } from './mails.ts'
