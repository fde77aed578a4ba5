/** Independent SIP telephones, which tests run as programs of their Debian packages. */

export { type Baresip, startBaresip } from './baresip.ts'
export { type Linphone, startLinphone } from './linphone.ts'
export * as scenario from './scenario.ts'
export { type Sipp, type SippOptions, startSipp } from './sipp.ts'
