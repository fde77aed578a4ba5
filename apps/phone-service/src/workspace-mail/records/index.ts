export { deleteMailsOfCalls, deleteSummariesOfAnalysis, deleteSummariesOfCalls } from './delete-mails.ts'
