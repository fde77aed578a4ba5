import type { PhoneOutput } from '../../api/phone-api.ts'

export type Trunk = PhoneOutput<'GET /trunks'>['items'][number]
