export { attemptCode, type RedeemableCode } from './attempt-code.ts'
export { type CodeType, codeType, requireCallbackUrl } from './code-type.ts'
export {
  cancelCode,
  cancelCodes,
  deleteCodesExpiredBefore,
  deleteCodesOfSubjects,
  deleteCodesSentTo,
  findCode,
  getCodeNonce,
  markCodeUsed,
  type StoredCode,
} from './codes.ts'
export { type CreatedCode, createCode } from './create-code.ts'
