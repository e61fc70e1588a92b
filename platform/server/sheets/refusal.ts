import { inChinese, type Wording } from '#platform/declare/sentence.ts'

/** A file that can't be read, said so that its owner can act on it. */
export class SheetRefusal extends Error {
  override name = 'SheetRefusal'
  readonly wording: Wording
  constructor(wording: Wording, options?: ErrorOptions) {
    super(inChinese(wording), options)
    this.wording = wording
  }
}
