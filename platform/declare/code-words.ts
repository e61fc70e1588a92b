/** CodeWords of a text column in words, by their spelling in files: a cell shows the word, and the code on hover. Pure. */
import type { Title } from './title.ts'

export type CodeWords = Readonly<Record<string, Title>>

/** The word of each code in one language. */
export const codesIn = (codes: CodeWords, at: 0 | 1): Record<string, string> =>
  Object.fromEntries(Object.entries(codes).map(([code, title]) => [code, title[at]]))
