export { plainTextError } from './plain-text-errors.ts'
