export { type CodeType, codeType } from './code-type.ts'
export {
  cancelCode,
  cancelCodesOf,
  deleteCodesExpiredBefore,
  deleteCodesMailedTo,
  deleteCodesOf,
  findCode,
  markUsed,
  nonceOf,
  type StoredCode,
} from './codes.ts'
export { type MadeCode, makeCode } from './make-code.ts'
export { attemptCode, type RedeemableCode } from './use-code.ts'
