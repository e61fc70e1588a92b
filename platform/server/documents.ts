/** Documents with lines, and ledgers of what is held. */
export { closeLine } from './documents/close-line.ts'
export { lineChangesInput } from './documents/lines-input.ts'
export { addDocument, changeDocument, linesInForm } from './documents/save-document.ts'
export { writeLines } from './documents/write-lines.ts'
export { type LedgerLine, post, type Posted } from './ledger/post.ts'
