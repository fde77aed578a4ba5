/** Independent SIP telephones, which tests run as programs of their Debian packages. */

export { startBaresip } from './baresip.ts'
export { startLinphone } from './linphone.ts'
