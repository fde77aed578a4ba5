export { deleteMailsOfCalls, deleteSummariesOfCalls } from './mails.ts'
