/** What the texts of a bank line say, in a form that can be compared. Pure. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
/** Without numbers, which differ from line to line. */
export const bare = (text: string): string =>
  text
    .replaceAll(/[\d#:：*]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

const keyMax = 60
export interface LineTexts {
  readonly counterparty: string
  readonly purpose: string
  readonly summary: string
  readonly serialNo: string
}
export const textOf = ({ counterparty, purpose, summary, serialNo }: LineTexts): string =>
  fold([counterparty, purpose, summary, serialNo].join(' '))

/** What is remembered of a line: its counterparty, else what its texts say beside numbers. */
export const keyWords = ({ counterparty, purpose, summary }: LineTexts): string =>
  (fold(counterparty) || bare(fold(`${summary} ${purpose}`))).slice(0, keyMax)

/** Whether the texts of a line hold these words, with or without its numbers. */
export const holds = (text: string, words: string): boolean => words !== '' && (text.includes(words) || bare(text).includes(words))

const referenceWord = /^[a-z0-9-]{5,}$/
const isReference = (text: string): boolean => referenceWord.test(text)
/** Words that could be the number of a pay-out or a bill. */
export const referencesIn = (text: string): ReadonlySet<string> => new Set(text.split(/[^a-z0-9-]+/).filter(isReference))

export const isConversion = (text: string): boolean => /结汇|购汇|换汇|兑换|提现|conver|exchange|\bfx\b|withdraw/.test(text)
export const isCharge = (text: string): boolean => /手续费|服务费|工本费|\bfees?\b|\bcharges?\b/.test(text)
export const isInterest = (text: string): boolean => /利息|结息|\binterest\b/.test(text)
