export { callHandlers } from './call-handlers.ts'
export { forwardCommands } from './forward-commands.ts'
