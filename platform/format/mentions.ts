/** People who are mentioned in a plain text: `@[name](account)`. Pure. */

export type TextPart = { readonly text: string } | { readonly name: string; readonly accountId: string }

const token = /@\[([^[\]\n]{1,60})\]\((\d{1,18})\)/g

/** How a mention stands in the text. Brackets in a name would end it. */
export const mentionOf = (name: string, accountId: string): string => `@[${name.replaceAll(/[[\]\n]/g, ' ').slice(0, 60)}](${accountId})`

/** The text in its parts, in order; an empty text has none. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(token)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) })
    parts.push({ name: match[1] ?? '', accountId: match[2] ?? '' })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

/** Accounts that the text mentions, each once, by the name it gives them first. */
export function mentionsIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of textParts(text)) if ('accountId' in part && !found.has(part.accountId)) found.set(part.accountId, part.name)
  return found
}

/** The text with its mentions by the names of `names`; one that is not there is left as words. */
export const withMentionsOf = (text: string, names: ReadonlyMap<string, string>): string =>
  textParts(text)
    .map(part => {
      if (!('accountId' in part)) return part.text
      const name = names.get(part.accountId)
      return name === undefined ? `@${part.name}` : mentionOf(name, part.accountId)
    })
    .join('')

/** As people read it where nothing can be clicked. */
export const plainMentions = (text: string): string => withMentionsOf(text, new Map())
