export { answerTestCall, toExpectedAnswer } from './answer-test-call.ts'
export {
  claimTestCall,
  deleteTestCall,
  deleteTestCallsOfWorkspace,
  findTestCall,
  saveTestCall,
  type TestCallProgress,
} from './test-calls.ts'
