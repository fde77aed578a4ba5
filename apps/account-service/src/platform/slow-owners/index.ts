export { createSlowOwners, type SlowOwners } from './slow-owners.ts'
