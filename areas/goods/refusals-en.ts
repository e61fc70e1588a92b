/** English of what the warehouse says. */
import type { English } from '#platform/declare/sentence.ts'

export const goodsEnglish: English = {}
