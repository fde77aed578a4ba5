export { insertSampleCall, type SampleCall } from './insert-sample-call.ts'
