export { keepWayIn } from './keep-way-in.ts'
