export { handle as POST } from '../../../../api.js'
