export { type CodeType, codeType } from './code-type.ts'
export {
  cancelCode,
  cancelCodes,
  deleteCodesExpiredBefore,
  deleteCodesSentTo,
  deleteCodesOfSubjects,
  findCode,
  markCodeUsed,
  getCodeNonce,
  type StoredCode,
} from './codes.ts'
export { type CreatedCode, createCode } from './create-code.ts'
export { attemptCode, type RedeemableCode } from './attempt-code.ts'
