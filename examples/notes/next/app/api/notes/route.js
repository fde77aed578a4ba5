/** For programs with an API key; the page uses server actions. */
export { handle as DELETE, handle as GET, handle as POST } from '../../../../api.js'
