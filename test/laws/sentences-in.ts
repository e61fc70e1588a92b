/**
 * Sentences that a source says (declare/sentence.ts): each template behind the tag, also inside another's places. Reads code, no finished
 * text.
 */
export interface SaidSentence {
  readonly key: string
  /** the code of what is filled in */
  readonly params: readonly string[]
}

const tag = 'sentence`'

/** `code` without comments. */
export function sentencesIn(code: string): SaidSentence[] {
  const found: SaidSentence[] = []

  /** From behind the opening mark of a template to behind its end. */
  function template(start: number, isSentence: boolean): number {
    const params: string[] = []
    let [at, key] = [start, '']
    while (at < code.length && code[at] !== '`') {
      if (code.startsWith('${', at)) {
        const end = hole(at + 2)
        params.push(code.slice(at + 2, end - 1))
        key += '{}'
        at = end
      } else {
        if (code[at] === '\\') at += 1
        key += code[at] ?? ''
        at += 1
      }
    }
    if (isSentence) found.push({ key, params })
    return at + 1
  }

  /** From behind `${` to behind its `}`. */
  function hole(start: number): number {
    let [at, depth] = [start, 1]
    while (at < code.length && depth > 0) {
      const mark = code[at]
      if (mark === '`') {
        at = template(at + 1, code.slice(at - tag.length + 1, at + 1) === tag)
        continue
      }
      if (mark === "'" || mark === '"') at = code.indexOf(mark, at + 1)
      else if (mark === '{') depth += 1
      else if (mark === '}') depth -= 1
      at += 1
    }
    return at
  }

  for (let at = code.indexOf(tag); at >= 0; at = code.indexOf(tag, at)) at = template(at + tag.length, true)
  return found
}
