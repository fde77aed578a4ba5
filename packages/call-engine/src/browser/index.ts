export { createBrowserLeg } from './browser-leg.ts'
export { type AudioDevicesOptions, createAudioDevices } from './devices.ts'
export { createTones } from './tones.ts'
export type * from './types.ts'
