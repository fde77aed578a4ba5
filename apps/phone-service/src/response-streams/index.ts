export { createResponseStreams, type ResponseStream } from './response-streams.ts'
