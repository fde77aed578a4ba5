/** Independent SIP telephones, which tests run as programs of their Debian packages. */

export { type Baresip, startBaresip } from './baresip.ts'
export { startLinphone } from './linphone.ts'
