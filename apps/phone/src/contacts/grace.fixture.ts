import type { PhoneOutput } from '../api/phone-api.ts'

/** A contact with only a name. */
export const grace: PhoneOutput<'GET /contacts/{contact}'> = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Grace Okafor',
  company: '',
  role: '',
  phones: [],
  emails: [],
  tags: [],
  notes: '',
  customValues: {},
  ownerUserId: '00000000-0000-4000-8000-000000000002',
  visibility: 'shared',
  createdAt: 0,
  updatedAt: 0,
  version: 1,
}
